import { randomUUID } from 'node:crypto'
import { Refusal, TooMany, Unreachable } from '../http/refusal.ts'
import type { Messages, OfficeName, Topic } from './messages.ts'
import type { Wire } from './wire.ts'

const announceEveryMs = 1_000
/** Who has not been heard for so long does not lead any more, as far as we can tell. */
const silentAfterMs = 5_000
const usualPatienceMs = 10_000

/** What an office answers: by name, with the arguments that were sent. */
export type Answering = (name: string, args: readonly unknown[]) => Promise<unknown>

export interface AskOptions {
  /** Doing it twice is doing it once: asked again of the next leader when the first is gone. */
  readonly repeatable: boolean
  readonly patienceMs?: number
}

export interface BusLog {
  error(facts: Readonly<Record<string, unknown>>, message: string): void
  warn(facts: Readonly<Record<string, unknown>>, message: string): void
}

interface Leader {
  readonly process: string
  readonly fence: bigint
  heardAt: number
}

interface Pending {
  readonly office: OfficeName
  readonly question: string
  readonly repeatable: boolean
  /** The leader it was sent to; null while it waits for one. */
  sentTo: Leader | null
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Question {
  readonly id: string
  readonly office: OfficeName
  readonly name: string
  readonly args: readonly unknown[]
  readonly from: string
}

type Answer =
  | { readonly id: string; readonly value: unknown }
  | { readonly id: string; readonly refused: { readonly code: number; readonly details: Details } }
  | { readonly id: string; readonly waitMs: number }
  | { readonly id: string; readonly failed: true }
  | { readonly id: string; readonly notLeading: true }

type Details = Readonly<Record<string, unknown>> | null

/**
 * What the processes of one installation tell and ask each other. Without a wire there is no other process: nothing is
 * sent, and nobody can be asked.
 */
export class Bus {
  private readonly id = randomUUID()
  private readonly wire: Wire | null
  private readonly log: BusLog
  private readonly leaders = new Map<OfficeName, Leader>()
  private readonly offices = new Map<OfficeName, { readonly fence: bigint; readonly answer: Answering }>()
  private readonly pending = new Map<string, Pending>()
  private readonly leaderListeners = new Set<(office: OfficeName) => void>()
  private announcing: NodeJS.Timeout | null = null

  private constructor(wire: Wire | null, log: BusLog) {
    this.wire = wire
    this.log = log
  }

  static async open(wire: Wire | null, log: BusLog): Promise<Bus> {
    const bus = new Bus(wire, log)
    if (wire !== null) {
      await bus.on('leads', (leads) => bus.hearLeader(leads))
      await bus.on('whoLeads', () => bus.announce())
      await wire.listen(`ask.${bus.id}`, (json) => void bus.answer(JSON.parse(json) as Question))
      await wire.listen(`answer.${bus.id}`, (json) => bus.hearAnswer(JSON.parse(json) as Answer))
      bus.announcing = setInterval(() => bus.announce(), announceEveryMs)
      bus.announcing.unref()
      bus.publish('whoLeads', null)
    }
    return bus
  }

  /** There is no other process to tell or ask. */
  get alone(): boolean {
    return this.wire === null
  }

  publish<T extends Topic>(topic: T, message: Messages[T]): void {
    this.wire?.send(topic, JSON.stringify({ from: this.id, message }))
  }

  /** Hears what other processes say; not what this one does. Once a topic. */
  async on<T extends Topic>(topic: T, hear: (message: Messages[T]) => void): Promise<void> {
    await this.wire?.listen(topic, (json) => {
      const said = JSON.parse(json) as { from: string; message: Messages[T] }
      if (said.from !== this.id) hear(said.message)
    })
  }

  /** Answers from now on what is asked of this office. */
  lead(office: OfficeName, fence: bigint, answer: Answering): void {
    this.offices.set(office, { fence, answer })
    this.announce()
  }

  /** Answers no more: the next in line may lead. */
  resign(office: OfficeName): void {
    const ours = this.offices.get(office)
    if (ours === undefined) return
    this.offices.delete(office)
    this.publish('leads', { office, fence: String(ours.fence), process: this.id, until: 'ended' })
  }

  /** Another process leads this office, and was heard of it lately. */
  knowsLeader(office: OfficeName): boolean {
    return this.leaderOf(office) !== null
  }

  /** Told of who leads already, and of whoever does later. */
  onLeader(listener: (office: OfficeName) => void): void {
    this.leaderListeners.add(listener)
    for (const office of this.leaders.keys()) listener(office)
  }

  /** Asks the process that leads. Refusals come as they were given; `Unreachable` when nobody answers in time. */
  ask(office: OfficeName, name: string, args: readonly unknown[], options: AskOptions): Promise<unknown> {
    if (this.wire === null) return Promise.reject(new Unreachable(office))
    const id = randomUUID()
    const question: Question = { id, office, name, args, from: this.id }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.pending.delete(id)
        reject(new Unreachable(office))
      }, options.patienceMs ?? usualPatienceMs)
      const end = () => {
        clearTimeout(timer)
        this.pending.delete(id)
      }
      const pending: Pending = {
        office,
        question: JSON.stringify(question),
        repeatable: options.repeatable,
        sentTo: null,
        resolve: (value) => {
          end()
          resolve(value)
        },
        reject: (error) => {
          end()
          reject(error)
        },
      }
      this.pending.set(id, pending)
      this.deliver(pending)
    })
  }

  async close(): Promise<void> {
    if (this.announcing !== null) clearInterval(this.announcing)
    for (const office of [...this.offices.keys()]) this.resign(office)
    for (const pending of [...this.pending.values()]) pending.reject(new Unreachable(pending.office))
    await this.wire?.close()
  }

  private announce(): void {
    for (const [office, { fence }] of this.offices)
      this.publish('leads', { office, fence: String(fence), process: this.id, until: 'now' })
  }

  private leaderOf(office: OfficeName): Leader | null {
    const known = this.leaders.get(office)
    return known !== undefined && performance.now() - known.heardAt < silentAfterMs ? known : null
  }

  private hearLeader({ office, fence, process, until }: Messages['leads']): void {
    const known = this.leaders.get(office) ?? null
    const sameOne = known?.process === process
    if (until === 'ended') {
      if (sameOne) this.leaders.delete(office)
      this.forsake(office, process)
    } else if (sameOne) known.heardAt = performance.now()
    else this.hearNewLeader(office, { process, fence: BigInt(fence), heardAt: performance.now() }, known)
    this.deliverWaiting(office)
  }

  /** One that was overtaken may not know it yet: its number is the smaller. */
  private hearNewLeader(office: OfficeName, leader: Leader, known: Leader | null): void {
    if (known !== null && known.fence > leader.fence) return
    this.leaders.set(office, leader)
    if (known !== null) this.forsake(office, known.process)
    for (const listener of this.leaderListeners) listener(office)
  }

  private deliverWaiting(office: OfficeName): void {
    for (const pending of this.pending.values())
      if (pending.office === office && pending.sentTo === null) this.deliver(pending)
  }

  private deliver(pending: Pending): void {
    const leader = this.leaderOf(pending.office)
    if (leader === null) return
    pending.sentTo = leader
    this.wire?.send(`ask.${leader.process}`, pending.question)
  }

  /** Nobody there answers any more: what may be asked twice waits for the next, for the rest nobody knows whether it was done. */
  private forsake(office: OfficeName, process: string): void {
    for (const pending of [...this.pending.values()]) {
      if (pending.office !== office || pending.sentTo?.process !== process) continue
      if (pending.repeatable) pending.sentTo = null
      else pending.reject(new Unreachable(office))
    }
  }

  private async answer(question: Question): Promise<void> {
    this.wire?.send(`answer.${question.from}`, JSON.stringify(await this.answerTo(question)))
  }

  private async answerTo({ id, office, name, args }: Question): Promise<Answer> {
    const ours = this.offices.get(office)
    if (ours === undefined) return { id, notLeading: true }
    try {
      return { id, value: (await ours.answer(name, args)) ?? null }
    } catch (error) {
      if (error instanceof Refusal) return { id, refused: { code: error.code, details: error.details } }
      if (error instanceof TooMany) return { id, waitMs: error.retryAfterMs }
      this.log.error({ err: error, office, name }, 'a question of another process could not be answered')
      return { id, failed: true }
    }
  }

  private hearAnswer(answer: Answer): void {
    const pending = this.pending.get(answer.id)
    if (pending === undefined) return
    if ('value' in answer) pending.resolve(answer.value)
    else if ('refused' in answer) pending.reject(new Refusal(answer.refused.code, answer.refused.details))
    else if ('waitMs' in answer) pending.reject(new TooMany(answer.waitMs))
    else if ('failed' in answer) pending.reject(new Error(`${pending.office} failed; its own log says why`))
    else {
      // Nothing was done: it waits until the leader says who it is.
      pending.sentTo = null
      this.leaders.delete(pending.office)
    }
  }
}
