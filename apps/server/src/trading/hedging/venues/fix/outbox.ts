import { VenueUnavailable } from '../../venue.ts'
import type { FixConnection } from './fix-connection.ts'
import { type Field, writeFix, writeTime } from './fix-message.ts'
import { messageType, tag } from './fix-tags.ts'
import type { SequenceFile } from './sequence-file.ts'

export interface FixIdentity {
  readonly senderCompId: string
  readonly targetCompId: string
  readonly senderSubId: string | null
  readonly targetSubId: string | null
}

/** The message was not sent, and never will be. */
export class NotSent extends VenueUnavailable {}

/**
 * Numbers messages and writes them, one after the other. A message belongs to the connection that it was meant for, and is never written to another.
 */
export class Outbox {
  /** The connection that is written to. */
  connection: FixConnection | null = null
  /** Since when nothing was sent, by the process's own clock. */
  idleSince = performance.now()
  private readonly sequence: SequenceFile
  private readonly identity: FixIdentity
  private readonly now: () => number
  private queue: Promise<unknown> = Promise.resolve()

  constructor(sequence: SequenceFile, identity: FixIdentity, now: () => number) {
    this.sequence = sequence
    this.identity = identity
    this.now = now
  }

  /** Resolves when what was posted so far is written, or given up. */
  async settled(): Promise<void> {
    await this.queue
  }

  /** Sends a message, at the latest at a moment of the machine's time. Returns its number, which is stored before the message is written. */
  post(
    connection: FixConnection,
    type: string,
    fields: readonly Field[],
    until = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const written = this.queue.then(async () => {
      this.check(connection, until)
      const number = await this.sequence.take()
      this.check(connection, until)
      this.write(connection, [[tag.msgType, type], ...this.headerOf(number), ...fields])
      return number
    })
    this.queue = written.catch(() => undefined)
    return written
  }

  /** Passes over everything that was sent from a number on. */
  fillGap(connection: FixConnection, begin: number): void {
    const written = this.queue.then(() => {
      if (connection !== this.connection || begin === 0 || begin >= this.sequence.outgoing) return
      this.write(connection, [
        [tag.msgType, messageType.sequenceReset],
        ...this.headerOf(begin, true),
        [tag.gapFillFlag, 'Y'],
        [tag.newSeqNo, String(this.sequence.outgoing)],
      ])
    })
    this.queue = written.catch(() => undefined)
  }

  private check(connection: FixConnection, until: number): void {
    if (connection !== this.connection) throw new NotSent('the connection ended before the message was sent')
    if (this.now() > until) throw new NotSent('the message could not be sent in time')
  }

  private headerOf(number: number, isDuplicate = false): Field[] {
    const { senderCompId, targetCompId, senderSubId, targetSubId } = this.identity
    const time = writeTime(this.now())
    const fields: Field[] = [
      [tag.senderCompId, senderCompId],
      [tag.targetCompId, targetCompId],
      [tag.msgSeqNum, String(number)],
    ]
    if (senderSubId !== null) fields.push([tag.senderSubId, senderSubId])
    if (targetSubId !== null) fields.push([tag.targetSubId, targetSubId])
    if (isDuplicate) fields.push([tag.possDupFlag, 'Y'], [tag.origSendingTime, time])
    return [...fields, [tag.sendingTime, time]]
  }

  private write(connection: FixConnection, fields: readonly Field[]): void {
    this.idleSince = performance.now()
    connection.write(writeFix(fields))
  }
}
