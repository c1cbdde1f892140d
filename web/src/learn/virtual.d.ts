// What the plugin in rules.ts builds in.

declare module 'virtual:rules' {
  /** By page and language, 'prophecy.en'; 'glossary' is in all of them. */
  const files: Record<string, () => Promise<{ default: import('./rules').RulesPage }>>
  export default files
}
