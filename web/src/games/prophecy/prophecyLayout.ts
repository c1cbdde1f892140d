// The layout of a table of Prophecy: rows on a narrow phone, else columns, which are low on a phone in landscape. The
// style sheet has the same breakpoints.

import { MediaQuery } from 'svelte/reactivity'

export const narrow = new MediaQuery('(max-width: 560px), (max-width: 640px) and (min-height: 481px)')
export const low = new MediaQuery('(min-width: 561px) and (max-height: 480px)')
