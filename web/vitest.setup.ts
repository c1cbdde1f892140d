// A page loads the language it speaks; the tests have all of them at hand.

import { begin, LANGUAGES, load } from './src/i18n/languages'

await begin('main', 'en')
await Promise.all(LANGUAGES.map(load))
