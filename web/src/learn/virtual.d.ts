// What the plugin in rules.ts builds in.

declare module 'virtual:rules/*' {
  const page: import('./rules').RulesPage
  export default page
}
