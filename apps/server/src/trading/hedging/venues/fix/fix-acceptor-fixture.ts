import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Field, type FixMessage, writeFix, writeTime } from './fix-message.ts'
import { FixReader } from './fix-reader.ts'
import { messageType, tag } from './fix-tags.ts'

// The session of a venue for tests: it accepts one connection at a time, and keeps its numbers from one to the next. Every fault is made on purpose.

export interface AcceptorOptions {
  readonly tls?: { readonly certificateFile: string; readonly keyFile: string }
  readonly password?: string
  readonly onApplication: (message: FixMessage) => void
}

export interface SessionFaults {
  /** `lost`: the message is not read, and the connection is cut. `cut`: it is carried out, and cut before anything is sent. `deaf`: it is not read. */
  readonly onReceive?: (message: FixMessage) => 'lost' | 'cut' | 'deaf' | null
  /** `lost`: the number is taken, and nothing sent. `garbled`: a byte of it is another one. `twice`: with PossDupFlag the second time. */
  readonly onSend?: (type: string) => 'lost' | 'garbled' | 'twice' | null
}

interface Sent {
  readonly type: string
  readonly fields: readonly Field[]
  readonly time: string
}

const administrative = new Set<string>(['0', '1', '2', '4', '5', 'A'])

export class FixAcceptor {
  faults: SessionFaults = {}
  /** All that was read, in order. */
  readonly received: FixMessage[] = []
  /** Next numbers, as the venue has them. */
  outgoing = 1
  incoming = 1
  private readonly options: AcceptorOptions
  private readonly server: Server
  private readonly sent = new Map<number, Sent>()
  private readonly sockets = new Set<Socket>()
  private socket: Socket | null = null
  private muted = false

  constructor(options: AcceptorOptions) {
    this.options = options
    const { tls } = options
    const accept = (socket: Socket) => this.accept(socket)
    this.server =
      tls === undefined
        ? createServer(accept)
        : createTlsServer({ cert: readFileSync(tls.certificateFile), key: readFileSync(tls.keyFile) }, accept)
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return (this.server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  disconnect(): void {
    this.socket?.destroy()
    this.socket = null
  }

  ofType(type: string): FixMessage[] {
    return this.received.filter((message) => message.type === type)
  }

  /** Sends a message with the next number. */
  send(type: string, fields: readonly Field[]): void {
    const number = this.outgoing
    const time = writeTime(Date.now())
    this.outgoing += 1
    this.sent.set(number, { type, fields, time })
    const fault = this.faults.onSend?.(type) ?? null
    if (fault === 'lost') return
    const text = this.text(number, type, fields)
    this.write(fault === 'garbled' ? text.replace('\u000155=B', '\u000155=?') : text)
    if (fault === 'twice') this.write(this.text(number, type, this.repeated(fields, time)))
  }

  /** Sends a message with a number of its own. */
  sendAs(number: number, type: string, fields: readonly Field[]): void {
    this.write(this.text(number, type, fields))
  }

  write(text: string): void {
    if (!this.muted) this.socket?.write(text, 'latin1')
  }

  private repeated(fields: readonly Field[], time: string): Field[] {
    return [[tag.possDupFlag, 'Y'], [tag.origSendingTime, time], ...fields]
  }

  private text(number: number, type: string, fields: readonly Field[]): string {
    return writeFix([
      [tag.msgType, type],
      [tag.senderCompId, 'VENUE'],
      [tag.targetCompId, 'CANDOR'],
      [tag.msgSeqNum, String(number)],
      [tag.sendingTime, writeTime(Date.now())],
      ...fields,
    ])
  }

  private accept(socket: Socket): void {
    const reader = new FixReader()
    this.sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.sockets.delete(socket)
      if (socket === this.socket) this.socket = null
    })
    socket.on('data', (chunk: Buffer) => {
      for (const message of reader.read(chunk)) this.receive(socket, message)
    })
  }

  private receive(socket: Socket, message: FixMessage): void {
    if (message.type === messageType.logon) this.logOn(socket, message)
    else if (socket !== this.socket) socket.destroy()
    else this.receiveFrom(message)
  }

  private receiveFrom(message: FixMessage): void {
    const fault = this.faults.onReceive?.(message) ?? null
    if (fault === 'lost') this.disconnect()
    if (fault === 'lost' || fault === 'deaf') return
    this.muted = fault === 'cut'
    this.inOrder(message)
    this.muted = false
    if (fault === 'cut') this.disconnect()
  }

  private logOn(socket: Socket, message: FixMessage): void {
    if (this.socket !== null) {
      socket.destroy()
      return
    }
    this.socket = socket
    this.received.push(message)
    const resets = message.is(tag.resetSeqNumFlag)
    if (resets) Object.assign(this, { outgoing: 1, incoming: 1 })
    const number = message.number(tag.msgSeqNum) ?? 0
    const refusal = this.refusalOf(message, number)
    if (refusal !== null) {
      this.send(messageType.logout, [[tag.text, refusal]])
      socket.end()
      this.socket = null
      return
    }
    this.send(messageType.logon, [
      [tag.encryptMethod, '0'],
      [tag.heartBtInt, message.need(tag.heartBtInt)],
      ...(resets ? [[tag.resetSeqNumFlag, 'Y'] as const] : []),
    ])
    if (number > this.incoming) this.requestMissing()
    else this.incoming += 1
  }

  private refusalOf(message: FixMessage, number: number): string | null {
    const { password } = this.options
    if (password !== undefined && message.get(tag.password) !== password)
      return `wrong password ${message.get(tag.password)}`
    return number < this.incoming ? `MsgSeqNum too low, expecting ${this.incoming}` : null
  }

  private requestMissing(): void {
    this.send(messageType.resendRequest, [
      [tag.beginSeqNo, String(this.incoming)],
      [tag.endSeqNo, '0'],
    ])
  }

  private inOrder(message: FixMessage): void {
    const number = message.number(tag.msgSeqNum) ?? 0
    if (number < this.incoming) {
      if (!message.is(tag.possDupFlag)) this.disconnect()
      return
    }
    if (number > this.incoming) {
      this.requestMissing()
      return
    }
    this.received.push(message)
    this.incoming =
      message.type === messageType.sequenceReset ? (message.number(tag.newSeqNo) ?? 0) : this.incoming + 1
    this.carryOut(message)
  }

  private carryOut(message: FixMessage): void {
    const { type } = message
    if (type === messageType.testRequest)
      this.send(messageType.heartbeat, [[tag.testReqId, message.need(tag.testReqId)]])
    else if (type === messageType.resendRequest) this.resend(message.number(tag.beginSeqNo) ?? 1)
    else if (type === messageType.logout) this.disconnect()
    else if (!administrative.has(type)) this.options.onApplication(message)
  }

  /** Sends again what was sent since a number; messages of the session are passed over. */
  private resend(begin: number): void {
    for (let number = begin; number < this.outgoing; number += 1) {
      const sent = this.sent.get(number)
      if (sent === undefined || administrative.has(sent.type))
        this.sendAs(number, messageType.sequenceReset, [
          [tag.possDupFlag, 'Y'],
          [tag.gapFillFlag, 'Y'],
          [tag.newSeqNo, String(number + 1)],
        ])
      else this.sendAs(number, sent.type, this.repeated(sent.fields, sent.time))
    }
  }
}
