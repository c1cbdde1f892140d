// Faults in style sheets; layout is Prettier's.
export default {
  extends: ['stylelint-config-standard'],
  rules: {
    'custom-property-empty-line-before': null,
    'declaration-empty-line-before': null,
    'media-feature-range-notation': 'prefix', // Safari reads `width >= 600px` only since 16.4
    'no-descending-specificity': null, // a component's rules stand together, whatever they weigh
    'property-no-vendor-prefix': [true, { ignoreProperties: ['text-size-adjust', 'user-select'] }], // Safari needs them
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }], // Svelte's
    'selector-class-pattern': null,
  },
  overrides: [{ files: ['**/*.svelte'], customSyntax: 'postcss-html' }],
}
