import { Unreachable } from '../http/refusal.ts'
import type { OfficeName } from './messages.ts'
import { errorOf, type Question, type Reply } from './questions.ts'

const usualPatienceMs = 10_000
/** Wait before a request without a response is sent again: the first of these, then twice as long each time, up to the second. */
const againAfterMs = 500
const againAtMostMs = 1_000

export interface CallOptions {
  /** True for an idempotent request: it is sent again to the next leader when the first one ended. */
  readonly repeatable: boolean
  readonly patienceMs?: number
}

interface Pending {
  readonly office: OfficeName
  readonly question: string
  readonly repeatable: boolean
  /** The process it was sent to; null while it waits for a leader. */
  sentTo: string | null
  againAt: number
  againAfterMs: number
  readonly settle: (settled: { readonly value: unknown } | { readonly error: Error }) => void
}

export interface RequestSenderOptions {
  readonly process: string
  /** The process that leads an office now, this one included. */
  readonly leaderOf: (office: OfficeName) => string | null
  readonly send: (to: string, json: string) => void
  /** Called when a process reports that it does not lead an office. */
  readonly onDenied: (office: OfficeName, process: string) => void
}

/** This process's requests that wait for a response. A lost request or response is sent again until its timeout. */
export class OpenQuestions {
  private readonly options: RequestSenderOptions
  /** By number, so oldest first. */
  private readonly pending = new Map<number, Pending>()
  private lastNumber = 0

  constructor(options: RequestSenderOptions) {
    this.options = options
  }

  call(office: OfficeName, name: string, args: readonly unknown[], options: CallOptions): Promise<unknown> {
    this.lastNumber += 1
    const number = this.lastNumber
    const [oldest = number] = this.pending.keys()
    const question: Question = { office, name, args, from: this.options.process, number, oldest }
    return new Promise((resolve, reject) => {
      const settle: Pending['settle'] = (settled) => {
        clearTimeout(timer)
        this.pending.delete(number)
        if ('value' in settled) resolve(settled.value)
        else reject(settled.error)
      }
      const giveUp = () => settle({ error: new Unreachable(office) })
      const timer = setTimeout(giveUp, options.patienceMs ?? usualPatienceMs)
      const pending: Pending = {
        office,
        question: JSON.stringify(question),
        repeatable: options.repeatable,
        sentTo: null,
        againAt: 0,
        againAfterMs,
        settle,
      }
      this.pending.set(number, pending)
      this.deliver(pending)
    })
  }

  receiveReply(reply: Reply): void {
    const pending = this.pending.get(reply.number)
    if (pending === undefined) return
    if ('notLeading' in reply) {
      // Nothing was done: the question waits for the leader, if it did not go to another already.
      if (pending.sentTo === reply.by) pending.sentTo = null
      this.options.onDenied(pending.office, reply.by)
      return
    }
    const error = errorOf(reply, pending.office)
    pending.settle('value' in reply ? reply : { error: error ?? new Unreachable(pending.office) })
  }

  /** Sends what waits for a leader of this office, as soon as one is known. */
  deliverWaiting(office: OfficeName): void {
    for (const pending of this.pending.values())
      if (pending.office === office && pending.sentTo === null) this.deliver(pending)
  }

  /** Handles a change of the leader: repeatable requests go to the new one; for the rest it is unknown whether they were carried out. */
  forsakeOthers(office: OfficeName, leader: string): void {
    this.forsake(
      ({ sentTo, office: requested }) => requested === office && sentTo !== null && sentTo !== leader,
    )
  }

  /** A leader ended: its questions wait for the next. */
  forsakeOf(office: OfficeName, ended: string): void {
    this.forsake(({ sentTo, office: requested }) => requested === office && sentTo === ended)
  }

  /** Sends again the requests that have waited for a while: the request or its response may be lost. */
  sendAgain(now: number): void {
    for (const pending of this.pending.values())
      if (pending.sentTo !== null && now >= pending.againAt) this.sendTo(pending, pending.sentTo)
  }

  giveUpAll(): void {
    for (const { office, settle } of [...this.pending.values()]) settle({ error: new Unreachable(office) })
  }

  private deliver(pending: Pending): void {
    const leader = this.options.leaderOf(pending.office)
    if (leader === null) return
    pending.againAfterMs = againAfterMs
    this.sendTo(pending, leader)
  }

  private sendTo(pending: Pending, process: string): void {
    pending.sentTo = process
    pending.againAt = performance.now() + pending.againAfterMs
    pending.againAfterMs = Math.min(pending.againAfterMs * 2, againAtMostMs)
    this.options.send(process, pending.question)
  }

  private forsake(isForsaken: (pending: Pending) => boolean): void {
    for (const pending of [...this.pending.values()].filter(isForsaken)) {
      if (pending.repeatable) pending.sentTo = null
      else pending.settle({ error: new Unreachable(pending.office) })
    }
  }
}
