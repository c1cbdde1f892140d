// One area's words: the same keys in each language.

export interface Words<K extends string> {
  en: Record<K, string>
  ja: Record<K, string>
}

/** Declares an area's words; a missing or a spare key in Japanese is an error of types. */
export function words<const K extends string>(en: Record<K, string>, ja: Record<NoInfer<K>, string>): Words<K> {
  return { en, ja }
}
