// A page loads the language it speaks; the tests have all of them at hand.

import { LANGUAGES, load, loadAdmin } from './src/i18n/languages'

await Promise.all(LANGUAGES.map(load))
await Promise.all(LANGUAGES.map(loadAdmin))
