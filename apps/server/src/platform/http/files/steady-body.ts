import { Transform } from 'node:stream'
import { secondMs } from '@candor/rules/time-units.ts'
import { TooMany } from '../refusal.ts'

const windowMs = 5 * secondMs
/** 8 kB a second: a third of what the largest picture needs to arrive in the time that a request may last. */
const leastBytesInWindow = 40 * 1024
const comeAgainMs = 2_000

/**
 * Passes a body on. Refuses one that is too slow in any five seconds, because it holds a place that others need: a few customers could
 * otherwise hold all of them.
 */
export function steadyBody(): Transform {
  let arrivedBytes = 0
  const body = new Transform({
    transform(piece: Buffer, _encoding, done) {
      arrivedBytes += piece.length
      done(null, piece)
    },
    destroy(error, done) {
      clearInterval(timer)
      done(error)
    },
  })
  const timer = setInterval(() => {
    if (arrivedBytes < leastBytesInWindow) body.destroy(new TooMany(comeAgainMs))
    arrivedBytes = 0
  }, windowMs).unref()
  return body
}
