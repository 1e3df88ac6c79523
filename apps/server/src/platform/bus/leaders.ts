import type { Messages, OfficeName } from './messages.ts'

/** A leader without an announcement for this long counts as ended. */
const silentAfterMs = 5_000

export interface Leader {
  readonly process: string
  readonly fence: bigint
}

interface Known extends Leader {
  heardAt: number
  /** True once it reported that it stopped or does not lead: older messages of it may still arrive. */
  ended: boolean
}

/**
 * Knows who leads each office, from the leaders' announcements. Their numbers rise with each takeover, so an announcement that
 * arrives late, twice or after its leader's end changes nothing.
 */
export class Leaders {
  private readonly known = new Map<OfficeName, Known>()

  /** Processes an announcement; returns true for a new leader. */
  hear({ office, fence, process, until }: Messages['leads']): boolean {
    const number = BigInt(fence)
    const known = this.known.get(office)
    if (known !== undefined && number < known.fence) return false
    const isNew = known === undefined || known.process !== process || known.fence !== number
    if (isNew) {
      this.known.set(office, {
        process,
        fence: number,
        heardAt: performance.now(),
        ended: until === 'ended',
      })
      return until === 'now'
    }
    if (until === 'ended') known.ended = true
    else known.heardAt = performance.now()
    return false
  }

  /** Records that a process answered that it does not lead. */
  deny(office: OfficeName, process: string): void {
    const known = this.known.get(office)
    if (known?.process === process) known.ended = true
  }

  /** The leader that was heard of lately. */
  of(office: OfficeName): Leader | null {
    const known = this.known.get(office)
    if (known === undefined || known.ended) return null
    return performance.now() - known.heardAt < silentAfterMs ? known : null
  }

  /** The offices of which a leader is known, however long ago it was heard. */
  offices(): OfficeName[] {
    return [...this.known].filter(([, { ended }]) => !ended).map(([office]) => office)
  }
}
