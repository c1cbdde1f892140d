// Which of its shapes a table of Prophecy has: rows on a narrow phone, else columns, which a phone held sideways has low.
// The style sheet knows the same lines.

import { MediaQuery } from 'svelte/reactivity'

export const narrow = new MediaQuery('(max-width: 560px), (max-width: 640px) and (min-height: 481px)')
export const low = new MediaQuery('(min-width: 561px) and (max-height: 480px)')
