import { Transform } from 'node:stream'
import { secondMs } from '@candor/rules/time-units.ts'
import { TooMany } from '../refusal.ts'

const windowMs = 5 * secondMs
/** 8 kB a second: a third of what the largest picture needs to arrive in the time that a request may last. */
const leastBytesInWindow = 40 * 1024
const comeAgainMs = 2_000

/**
 * Passes a body on. While places are scarce, refuses one that was too slow in the last five seconds: a few customers could otherwise hold
 * all of them. At other times a slow line is nobody's harm.
 */
export function steadyBody(isScarce: () => Promise<boolean>): Transform {
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
  const judge = async (bytes: number) => {
    if (bytes < leastBytesInWindow && (await isScarce())) body.destroy(new TooMany(comeAgainMs))
  }
  const timer = setInterval(() => {
    // While the database is away nobody is refused.
    judge(arrivedBytes).catch(() => undefined)
    arrivedBytes = 0
  }, windowMs).unref()
  return body
}
