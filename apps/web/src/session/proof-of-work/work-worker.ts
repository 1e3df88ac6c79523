// The proof of work against a flood of codes (`proofOfWorkRequired`), in a worker so that the page stays responsive.
import { solveWork } from './solve-work.ts'

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  solveWork(data).then(
    (work) => self.postMessage({ work }),
    () => self.postMessage({ work: null }),
  )
})
