// The calculation that a flood of codes costs (`proofOfWorkRequired`), beside the page so that nothing on it stands still.
import { solveWork } from './solve-work.ts'

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  solveWork(data).then(
    (work) => self.postMessage({ work }),
    () => self.postMessage({ work: null }),
  )
})
