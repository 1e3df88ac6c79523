import { randomUUID } from 'node:crypto'
import { Unreachable } from '../http/refusal.ts'
import type { BusLog } from './bus-log.ts'
import { Leaders } from './leaders.ts'
import { keepsOrder, type Messages, type OfficeName, type Topic } from './messages.ts'
import { type OfficeHandler, OfficeResponder } from './office-responder.ts'
import type { Question, Reply } from './questions.ts'
import { type CallOptions, OpenQuestions } from './request-sender.ts'
import type { Wire } from './wire.ts'

const announceEveryMs = 1_000
const lookForLostEveryMs = 250

interface Publication<T extends Topic> {
  readonly from: string
  /** Counts what its process published. */
  readonly number: number
  readonly message: Messages[T]
}

/**
 * Sends messages and requests between the processes of one installation. Without a wire there is no other process: nothing is sent, and no
 * request can be answered. A wire may lose, duplicate and reorder messages: every request has one effect and one response or, after its
 * timeout, none.
 */
export class Bus {
  private readonly id = randomUUID()
  private readonly wire: Wire | null
  private readonly leaders = new Leaders()
  private readonly officeResponder: OfficeResponder
  private readonly questions: OpenQuestions
  private readonly leaderListeners = new Set<(office: OfficeName) => void>()
  private readonly timers: NodeJS.Timeout[] = []
  private published = 0

  private constructor(wire: Wire | null, log: BusLog) {
    this.wire = wire
    this.officeResponder = new OfficeResponder({
      process: this.id,
      log,
      send: (to, json) => {
        if (to === this.id) this.questions.receiveReply(JSON.parse(json) as Reply)
        else this.wire?.send(`answer.${to}`, json)
      },
    })
    this.questions = new OpenQuestions({
      process: this.id,
      leaderOf: (office) => this.leaderOf(office),
      send: (to, json) => {
        if (to === this.id) this.officeResponder.receive(JSON.parse(json) as Question)
        else this.wire?.send(`ask.${to}`, json)
      },
      onDenied: (office, process) => {
        this.leaders.deny(office, process)
        this.questions.deliverWaiting(office)
      },
    })
  }

  static async open(wire: Wire | null, log: BusLog): Promise<Bus> {
    const bus = new Bus(wire, log)
    if (wire !== null) await bus.connect(wire)
    return bus
  }

  private async connect(wire: Wire): Promise<void> {
    await this.on('leads', (leads) => this.hearLeader(leads))
    await this.on('whoLeads', () => this.announce())
    await wire.listen(`ask.${this.id}`, (json) => this.officeResponder.receive(JSON.parse(json) as Question))
    await wire.listen(`answer.${this.id}`, (json) => this.questions.receiveReply(JSON.parse(json) as Reply))
    this.every(announceEveryMs, () => {
      this.announce()
      this.officeResponder.forgetSilent(performance.now())
    })
    this.every(lookForLostEveryMs, () => this.questions.sendAgain(performance.now()))
    this.publish('whoLeads', null)
  }

  /** True without other processes. */
  get alone(): boolean {
    return this.wire === null
  }

  publish<T extends Topic>(topic: T, message: Messages[T]): void {
    this.published += 1
    const publication: Publication<T> = { from: this.id, number: this.published, message }
    this.wire?.send(topic, JSON.stringify(publication))
  }

  /** Receives messages of other processes, not those of this one. Once per topic. */
  async on<T extends Topic>(topic: T, hear: (message: Messages[T]) => void): Promise<void> {
    const newest = new Map<string, number>()
    await this.wire?.listen(topic, (json) => {
      const { from, number, message } = JSON.parse(json) as Publication<T>
      if (from === this.id) return
      // A late or repeated message would replace newer data, so it counts as lost.
      if (keepsOrder[topic] && number <= (newest.get(from) ?? 0)) return
      newest.set(from, number)
      hear(message)
    })
  }

  /** Answers requests to this office from now on, including those that this process sent to a former leader. */
  lead(office: OfficeName, fence: bigint, handle: OfficeHandler): void {
    this.officeResponder.lead(office, { fence, handle })
    this.announce()
    if (this.leaderOf(office) === this.id) this.questions.forsakeOthers(office, this.id)
    this.questions.deliverWaiting(office)
  }

  /** Stops answering, so that the next in line can lead. */
  resign(office: OfficeName): void {
    const ours = this.officeResponder.led.get(office)
    if (ours === undefined) return
    this.officeResponder.resign(office)
    this.publish('leads', { office, fence: String(ours.fence), process: this.id, until: 'ended' })
  }

  /** Another process leads this office, and was heard of it lately. */
  knowsLeader(office: OfficeName): boolean {
    return this.leaders.of(office) !== null
  }

  /** Calls the listener for each present leader and each later one. */
  onLeader(listener: (office: OfficeName) => void): void {
    this.leaderListeners.add(listener)
    for (const office of this.leaders.offices()) listener(office)
  }

  /** Sends a request to the leading process. Refusals are passed on unchanged; throws `Unreachable` without a response in time. */
  call(office: OfficeName, name: string, args: readonly unknown[], options: CallOptions): Promise<unknown> {
    if (this.wire === null) return Promise.reject(new Unreachable(office))
    return this.questions.call(office, name, args, options)
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    for (const office of [...this.officeResponder.led.keys()]) this.resign(office)
    this.questions.giveUpAll()
    await this.wire?.close()
  }

  private every(ms: number, work: () => void): void {
    this.timers.push(setInterval(work, ms).unref())
  }

  private announce(): void {
    for (const [office, { fence }] of this.officeResponder.led)
      this.publish('leads', { office, fence: String(fence), process: this.id, until: 'now' })
  }

  /** The greater number leads: one that was overtaken may not know it yet. */
  private leaderOf(office: OfficeName): string | null {
    const other = this.leaders.of(office)
    const ours = this.officeResponder.led.get(office)
    if (ours !== undefined && (other === null || other.fence <= ours.fence)) return this.id
    return other?.process ?? null
  }

  private hearLeader(leads: Messages['leads']): void {
    const { office, process, until } = leads
    const ours = this.officeResponder.led.get(office)
    // One that this process overtook and that has not noticed yet.
    if (ours !== undefined && BigInt(leads.fence) <= ours.fence) return
    const isNew = this.leaders.hear(leads)
    if (until === 'ended') this.questions.forsakeOf(office, process)
    if (isNew) {
      this.questions.forsakeOthers(office, process)
      for (const listener of this.leaderListeners) listener(office)
    }
    this.questions.deliverWaiting(office)
  }
}
