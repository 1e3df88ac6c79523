import type { Logger } from 'pino'
import { NotLeading } from './database/held-lock.ts'
import type { ShutdownStack } from './shutdown-stack.ts'

export interface Waiting {
  /** Called when another process leads. */
  readonly standingBy: () => void
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/** Role of this process for an office. */
export type Standing = 'leads' | 'standing by' | 'elsewhere'

export interface LeadershipOptions<T> {
  readonly name: 'feeds' | 'engine'
  readonly log: Logger
  readonly closing: ShutdownStack
  /** Resolves with the leading part, once no other process leads. */
  readonly take: (waiting: Waiting) => Promise<T>
  /** Called when it leads after having stood by; a part that led at once is returned instead. */
  readonly onTakenOver: (leading: T) => Promise<void>
}

/** Leads at once, or stands by and takes over later; returns null when it stands by. */
export async function leadOrStandBy<T>(options: LeadershipOptions<T>): Promise<T | null> {
  const { name, log } = options
  const giveUp = new AbortController()
  let standBy: () => void = () => undefined
  const standing = new Promise<null>((resolve) => {
    standBy = () => resolve(null)
  })
  const taking = options.take({ standingBy: () => standBy(), signal: giveUp.signal })
  const first = await Promise.race([taking, standing])
  if (first !== null) return first
  log.info(`another process leads the ${name}: standing by`)
  const taken = taking.then(options.onTakenOver).then(
    () => log.info(`leading the ${name} now`),
    (error: unknown) => {
      if (error instanceof NotLeading) return
      // A partly opened office is worse than none: the process ends, and its restart opens it completely.
      queueMicrotask(() => {
        throw error
      })
    },
  )
  options.closing.add(`standing by for the ${name}`, () => {
    giveUp.abort()
    return taken
  })
  return null
}
