// What the plugin in languages.ts builds in.

declare module 'virtual:languages' {
  /** The tags of the languages that lack phrases. */
  export const INCOMPLETE: string[]
}
