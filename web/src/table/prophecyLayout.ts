// Which of its shapes a table of Prophecy has: rows on a narrow phone, else columns. The style sheet knows the same line.

import { MediaQuery } from 'svelte/reactivity'

export const narrow = new MediaQuery('(max-width: 560px), (max-width: 640px) and (min-height: 481px)')
