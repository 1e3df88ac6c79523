import { growingWait, type WaitBounds } from '../../growing-wait.ts'
import { type FixAddress, FixConnection } from './fix-connection.ts'
import type { Field, FixMessage } from './fix-message.ts'
import { beginString, messageType, tag } from './fix-tags.ts'
import { Inbox } from './inbox.ts'
import { dueOf, type Link } from './link.ts'
import { type FixIdentity, NotSent, Outbox } from './outbox.ts'
import { SequenceFile } from './sequence-file.ts'

export interface FixSessionOptions extends FixIdentity {
  readonly address: FixAddress
  /** Sent with the logon; null: the venue knows us by address or certificate. */
  readonly login: { readonly username: string; readonly password: string } | null
  readonly heartbeatSeconds: number
  /** Both sides begin at 1 with every logon, as some venues ask. */
  readonly resetOnLogon: boolean
  readonly sequencePath: string
  /** Time of the machine, epoch ms, for the time of sending. */
  readonly now: () => number
  readonly logonMs: number
  /** Waits before the next connection. */
  readonly waits: WaitBounds
  /** Called with application messages and rejections, in order and once. */
  readonly onMessage: (message: FixMessage) => void
  /** Called with null when both sides are in step and messages can be sent, and with the reason when the connection ended. */
  readonly onChange: (fault: string | null) => void
}

const { heartbeat, testRequest, resendRequest, sequenceReset, logout, logon } = messageType

const isReset = (message: FixMessage) => message.type === sequenceReset && !message.is(tag.gapFillFlag)

/**
 * The session layer of FIX 4.4, for the side that connects. Outgoing numbers are stored before they are used. Nothing is ever sent again: a request
 * to resend is answered by filling the gap, so that an order either arrives on the connection that it was written to, or never.
 */
export class FixSession {
  private readonly options: FixSessionOptions
  private readonly sequence: SequenceFile
  private readonly outbox: Outbox
  private link: Link | null = null
  private timer: NodeJS.Timeout | null = null
  private retry: NodeJS.Timeout | null = null
  private attempt = 0
  private mustReset = false
  private stopped = false

  constructor(options: FixSessionOptions) {
    this.options = options
    this.sequence = new SequenceFile(options.sequencePath)
    this.outbox = new Outbox(this.sequence, options, options.now)
  }

  start(): void {
    void this.connect()
  }

  /** Logs out, and closes the connection. */
  async stop(): Promise<void> {
    this.stopped = true
    if (this.retry !== null) clearTimeout(this.retry)
    const { link } = this
    if (link !== null && link.phase !== 'opening') {
      await this.outbox.post(link.connection, logout, []).catch(() => undefined)
      link.connection.finish()
    }
    this.drop()
    await this.outbox.settled()
    this.sequence.close()
  }

  /** Sends an application message on this connection, at the latest at a moment of the machine's time, or never. Returns its number. */
  send(type: string, fields: readonly Field[], until = Number.POSITIVE_INFINITY): Promise<number> {
    const { link } = this
    if (link?.phase !== 'up') return Promise.reject(new NotSent('the venue is not connected'))
    return this.outbox.post(link.connection, type, fields, until)
  }

  /** Ends the connection, and begins a new one. */
  end(fault: string): void {
    if (this.link === null) return
    this.drop()
    if (this.stopped) return
    this.options.onChange(fault)
    this.connectLater()
  }

  private connectLater(): void {
    this.retry = setTimeout(() => void this.connect(), growingWait(this.attempt, this.options.waits))
    this.attempt += 1
    this.retry.unref()
  }

  private drop(): void {
    this.link?.connection.cut()
    this.link = null
    this.outbox.connection = null
    if (this.timer !== null) clearInterval(this.timer)
  }

  private async connect(): Promise<void> {
    await this.outbox.settled()
    if (this.stopped) return
    try {
      this.open()
    } catch (error) {
      this.options.onChange((error as Error).message)
      this.connectLater()
    }
  }

  private open(): void {
    const { address, resetOnLogon, heartbeatSeconds } = this.options
    // Read again each time: another process of this installation may have had the session in between.
    const isKnown = this.sequence.open()
    const resets = !isKnown || resetOnLogon || this.mustReset
    if (resets) this.sequence.reset()
    const at = performance.now()
    const link: Link = {
      connection: new FixConnection(address, {
        onOpen: () => this.logOn(link),
        onMessage: (message) => this.receive(link, message),
        onEnd: (fault) => this.endOf(link, fault),
      }),
      inbox: new Inbox(this.sequence, {
        onMessage: (message) => this.handle(link, message),
        onGap: (from) => this.requestMissing(link, from),
        onMisfit: (fault) => this.misfit(link, fault),
      }),
      ...{ phase: 'opening', resets, heartbeatMs: heartbeatSeconds * 1_000 },
      ...{ openedAt: at, heardAt: at, testedAt: null, test: 0, gapSince: null },
    }
    this.link = link
    this.outbox.connection = link.connection
    this.timer = setInterval(() => this.watch(link), Math.min(250, link.heartbeatMs / 4)).unref()
  }

  private logOn(link: Link): void {
    const { login, heartbeatSeconds } = this.options
    link.phase = 'logon'
    const fields: Field[] = [
      [tag.encryptMethod, '0'],
      [tag.heartBtInt, String(heartbeatSeconds)],
    ]
    if (link.resets) fields.push([tag.resetSeqNumFlag, 'Y'])
    if (login !== null) fields.push([tag.username, login.username], [tag.password, login.password])
    this.tell(link, logon, fields)
  }

  /** Sends a message of the session. What goes wrong ends the connection elsewhere. */
  private tell(link: Link, type: string, fields: readonly Field[]): void {
    this.outbox.post(link.connection, type, fields).catch((error: Error) => this.endOf(link, error.message))
  }

  private receive(link: Link, message: FixMessage): void {
    if (link !== this.link || link.phase === 'ending') return
    Object.assign(link, { heardAt: performance.now(), testedAt: null })
    const number = message.number(tag.msgSeqNum) ?? 0
    const fault = this.faultOf(message, number)
    if (fault !== null) this.refuse(link, fault)
    else if (message.type === logon) this.receiveLogon(link, number, message)
    else if (link.phase === 'logon' && message.type !== logout)
      this.end(`the logon was answered with a message ${message.type}`)
    // In the mode of reset the venue gives up on what is between, whatever the message's own number.
    else if (isReset(message)) link.inbox.jump(message.number(tag.newSeqNo) ?? 0)
    else this.receiveNumbered(link, number, message)
  }

  private receiveNumbered(link: Link, number: number, message: FixMessage): void {
    if (number > this.sequence.incoming) this.handleEarly(link, message)
    if (link.phase === 'ending') return
    link.inbox.receive(number, message)
    link.gapSince = link.inbox.hasGap ? (link.gapSince ?? performance.now()) : null
  }

  /** Returns what makes a message none of this session; null: nothing. */
  private faultOf(message: FixMessage, number: number): string | null {
    if (number === 0) return 'MsgSeqNum is missing'
    if (message.get(tag.beginString) !== beginString) return 'BeginString is wrong'
    return this.isForUs(message) ? null : 'SenderCompID or TargetCompID is wrong'
  }

  private isForUs(message: FixMessage): boolean {
    const { senderCompId, targetCompId } = this.options
    return message.get(tag.senderCompId) === targetCompId && message.get(tag.targetCompId) === senderCompId
  }

  private receiveLogon(link: Link, number: number, message: FixMessage): void {
    const resets = message.is(tag.resetSeqNumFlag)
    if (link.phase !== 'logon') {
      if (resets) this.misfit(link, 'the venue begins the session again')
      else link.inbox.receive(number, message)
      return
    }
    this.mustReset = false
    link.phase = 'synchronising'
    const seconds = message.number(tag.heartBtInt)
    if (seconds !== null && seconds > 0) link.heartbeatMs = seconds * 1_000
    // Reset by the venue alone: what we send next is too high for it, and it asks.
    if (resets) this.sequence.expect(1)
    link.inbox.receive(number, message)
    this.test(link)
  }

  /** Does what cannot wait for the messages before it: both sides could wait for each other. */
  private handleEarly(link: Link, message: FixMessage): void {
    if (message.type === resendRequest) this.fillGap(link, message)
    if (message.type === logout) this.receiveLogout(link, message)
  }

  private handle(link: Link, message: FixMessage): void {
    if (link !== this.link) return
    const { type } = message
    if (type === heartbeat) this.receiveHeartbeat(link, message)
    else if (type === testRequest) this.tell(link, heartbeat, [[tag.testReqId, message.need(tag.testReqId)]])
    else if (type === resendRequest) this.fillGap(link, message)
    else if (type === logout) this.receiveLogout(link, message)
    else if (type !== logon) this.options.onMessage(message)
  }

  /** Asks the venue to confirm that it has read everything up to here: only then can what we send not fall into a gap. */
  private test(link: Link): void {
    if (link.phase !== 'synchronising') return
    link.test += 1
    this.tell(link, testRequest, [[tag.testReqId, `sync${link.test}`]])
  }

  private receiveHeartbeat(link: Link, message: FixMessage): void {
    if (link.phase !== 'synchronising' || message.get(tag.testReqId) !== `sync${link.test}`) return
    link.phase = 'up'
    this.attempt = 0
    this.options.onChange(null)
  }

  /** Answers a request to resend: all that was sent is passed over, orders above all. */
  private fillGap(link: Link, message: FixMessage): void {
    this.outbox.fillGap(link.connection, message.number(tag.beginSeqNo) ?? 0)
    // The test may have been among what was passed over.
    this.test(link)
  }

  private requestMissing(link: Link, from: number): void {
    this.tell(link, resendRequest, [
      [tag.beginSeqNo, String(from)],
      [tag.endSeqNo, '0'],
    ])
  }

  private receiveLogout(link: Link, message: FixMessage): void {
    const text = message.get(tag.text) ?? 'no reason given'
    // The venue expects other numbers than ours, and says so in words of its own.
    if (/seq/i.test(text)) this.mustReset = true
    const isRefusal = link.phase === 'logon'
    if (!isRefusal) this.tell(link, logout, [])
    this.endAfterWriting(
      link,
      isRefusal ? `the venue refused the logon: ${text}` : `the venue logged out: ${text}`,
    )
  }

  /** Gives up numbers that no longer fit. Nothing is lost with them: the venue is asked for everything after each logon. */
  private misfit(link: Link, fault: string): void {
    this.mustReset = true
    this.refuse(link, fault)
  }

  private refuse(link: Link, fault: string): void {
    if (link !== this.link || link.phase === 'ending') return
    this.tell(link, logout, [[tag.text, fault]])
    this.endAfterWriting(link, fault)
  }

  /** Ends the connection once the last word is written. */
  private endAfterWriting(link: Link, fault: string): void {
    link.phase = 'ending'
    void this.outbox.settled().then(() => {
      if (link !== this.link) return
      link.connection.finish()
      this.end(fault)
    })
  }

  private endOf(link: Link, fault: string): void {
    if (link === this.link) this.end(fault)
  }

  private watch(link: Link): void {
    const at = performance.now()
    const due = dueOf(link, at, this.outbox.idleSince, this.options.logonMs)
    if (due.kind === 'end') this.endOf(link, due.fault)
    else if (due.kind === 'misfit') this.misfit(link, due.fault)
    else if (due.kind === 'heartbeat') this.tell(link, heartbeat, [])
    else if (due.kind === 'test') {
      link.testedAt = at
      this.tell(link, testRequest, [[tag.testReqId, `alive${Math.round(at)}`]])
    }
  }
}
