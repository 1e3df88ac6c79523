import type { FixConnection } from './fix-connection.ts'
import type { Inbox } from './inbox.ts'

/** A connection from its opening on. Moments are of the process's own clock. */
export interface Link {
  readonly connection: FixConnection
  readonly inbox: Inbox
  phase: 'opening' | 'logon' | 'synchronising' | 'up' | 'ending'
  /** Both sides begin at 1. */
  readonly resets: boolean
  readonly openedAt: number
  heartbeatMs: number
  heardAt: number
  testedAt: number | null
  /** Number of the newest test request, which has to be answered before anything else is sent. */
  test: number
  gapSince: number | null
}

export type Due =
  | { readonly kind: 'nothing' | 'heartbeat' | 'test' }
  | { readonly kind: 'end' | 'misfit'; readonly fault: string }

/** Silence in heartbeats after which the venue is asked whether it is there, and after which it is not. */
const testAfter = 1.2
const deadAfter = 2.4

/** Decides what is due on a connection by the time that has passed. */
export function dueOf(link: Link, at: number, idleSince: number, logonMs: number): Due {
  const { phase, heartbeatMs, heardAt, testedAt, gapSince } = link
  const silence = at - heardAt
  if (phase !== 'up') {
    return at - link.openedAt > logonMs
      ? { kind: 'end', fault: 'the venue does not complete the logon' }
      : { kind: 'nothing' }
  }
  // Only after a question: where this process itself was held up, what arrived meanwhile is read first.
  if (testedAt !== null && at - testedAt > (deadAfter - testAfter) * heartbeatMs)
    return { kind: 'end', fault: 'the venue is silent' }
  if (gapSince !== null && at - gapSince > deadAfter * heartbeatMs)
    return { kind: 'misfit', fault: 'the venue does not resend what is missing' }
  if (silence > testAfter * heartbeatMs && testedAt === null) return { kind: 'test' }
  return { kind: at - idleSince >= heartbeatMs ? 'heartbeat' : 'nothing' }
}
