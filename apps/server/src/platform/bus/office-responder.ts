import type { BusLog } from './bus-log.ts'
import type { OfficeName } from './messages.ts'
import { outcomeOf, type Question, type Reply } from './questions.ts'

/** Carries out a request to an office, by name and arguments. */
export type OfficeHandler = (name: string, args: readonly unknown[]) => Promise<unknown>

export interface Office {
  readonly fence: bigint
  readonly handle: OfficeHandler
}

/** Silence after which a requesting process counts as ended. */
const forgetAskerAfterMs = 600_000

interface Asker {
  /** Requests below this number need no response any more and are not carried out. */
  oldest: number
  /** Responses to its requests; null while one is being carried out. */
  readonly outcomes: Map<number, string | null>
  askedAt: number
}

export interface OfficeResponderOptions {
  readonly process: string
  readonly log: BusLog
  readonly send: (to: string, json: string) => void
}

/**
 * Answers requests for the offices that this process leads. Each request is carried out once, however often it arrives. A
 * repeated one, sent because a response was lost or a wire doubled it, gets the first response.
 */
export class OfficeResponder {
  private readonly options: OfficeResponderOptions
  private readonly offices = new Map<OfficeName, Office>()
  private readonly askers = new Map<string, Asker>()

  constructor(options: OfficeResponderOptions) {
    this.options = options
  }

  get led(): ReadonlyMap<OfficeName, Office> {
    return this.offices
  }

  lead(name: OfficeName, office: Office): void {
    this.offices.set(name, office)
  }

  resign(office: OfficeName): void {
    this.offices.delete(office)
  }

  receive(question: Question): void {
    const { number, from } = question
    const requester = this.askerOf(question)
    if (number < requester.oldest) return
    const known = requester.outcomes.get(number)
    if (known === undefined) void this.carryOut(question, requester)
    else if (known !== null) this.options.send(from, known)
  }

  /** Forgets processes that have sent no request for long. */
  forgetSilent(now: number): void {
    for (const [from, { askedAt }] of this.askers)
      if (now - askedAt > forgetAskerAfterMs) this.askers.delete(from)
  }

  private askerOf({ from, oldest }: Question): Asker {
    const requester = this.askers.get(from) ?? {
      oldest,
      outcomes: new Map<number, string | null>(),
      askedAt: 0,
    }
    this.askers.set(from, requester)
    requester.askedAt = performance.now()
    requester.oldest = Math.max(requester.oldest, oldest)
    for (const number of requester.outcomes.keys()) {
      if (number >= requester.oldest) break
      requester.outcomes.delete(number)
    }
    return requester
  }

  private async carryOut(question: Question, requester: Asker): Promise<void> {
    const { number, from } = question
    requester.outcomes.set(number, null)
    const reply = await this.replyTo(question)
    const json = JSON.stringify(reply)
    // Nothing was done, so a repeated request is carried out once this process leads.
    if ('notLeading' in reply) requester.outcomes.delete(number)
    else if (number >= requester.oldest) requester.outcomes.set(number, json)
    this.options.send(from, json)
  }

  private async replyTo({ number, office, name, args }: Question): Promise<Reply> {
    const about = { number, by: this.options.process }
    const ours = this.offices.get(office)
    if (ours === undefined) return { ...about, notLeading: true }
    try {
      return { ...about, value: (await ours.handle(name, args)) ?? null }
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome === null)
        this.options.log.error(
          { err: error, office, name },
          'a request of another process could not be answered',
        )
      return { ...about, ...(outcome ?? { failed: true }) }
    }
  }
}
