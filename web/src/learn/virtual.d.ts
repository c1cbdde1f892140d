// Provided by the plugin in rules.ts.

declare module 'virtual:rules' {
  /** By page and language, 'prophecy.en'; the single page 'glossary' has all languages. */
  const files: Record<string, () => Promise<{ default: import('./rules').RulesPage }>>
  export default files
}
