// A page loads one language; the tests load all of them.

import { begin, LANGUAGES, load } from './src/i18n/languages'

await begin('main', 'en')
await Promise.all(LANGUAGES.map(load))
