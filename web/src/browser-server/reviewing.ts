// The worker in which reviews are made: a line in, a line out, as `server/features/reviews/worker.py` has it.

import { load, type Site } from './python'

interface Work {
  answer(line: string): string
}

let work: Promise<Work> | null = null

addEventListener('message', (event: MessageEvent<Site | string>) => {
  const given = event.data
  if (typeof given !== 'string') work = begin(given)
  else void work?.then((begun) => postMessage(begun.answer(given)))
})

async function begin(site: Site): Promise<Work> {
  const python = await load(site)
  return (python.pyimport('foretold.server.features.reviews.worker') as { Work(): Work }).Work()
}
