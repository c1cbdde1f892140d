// A page loads the language it speaks; the tests have all of them at hand.

import { LANGUAGES, load } from './src/words/languages'

await Promise.all(LANGUAGES.map(load))
