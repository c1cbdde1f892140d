// What the plugins in languages.ts and phrases.ts build in.

declare module 'virtual:languages' {
  /** The tags of the languages that lack phrases. */
  export const INCOMPLETE: string[]
}

declare module 'virtual:phrases' {
  type Words = Partial<Record<string, string>>
  type Entry = 'main' | 'embed'
  interface Begin {
    default: Words
    /** The ways to the other parts, by the module that needs them: 'pages/Learn'. */
    later: Partial<Record<string, () => Promise<{ default: Words }>>>
  }
  /** The ways to each language: what an entry of the page begins with. */
  const ways: Record<string, Record<Entry, () => Promise<Begin>>>
  export default ways
  export type { Entry }
}
