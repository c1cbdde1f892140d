// The worker that makes reviews: a line in, a line out, as in `server/features/reviews/worker.py`.

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
