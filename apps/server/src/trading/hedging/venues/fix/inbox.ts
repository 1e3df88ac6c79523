import type { FixMessage } from './fix-message.ts'
import { messageType, tag } from './fix-tags.ts'
import type { SequenceFile } from './sequence-file.ts'

export interface InboxListener {
  /** Called for each message in the order of its number, once. */
  readonly onMessage: (message: FixMessage) => void
  /** Called when messages from this number on are missing. */
  readonly onGap: (from: number) => void
  /** Called when the numbers of both sides no longer fit: they have to begin again. */
  readonly onMisfit: (fault: string) => void
}

const mostWaiting = 10_000

/** Brings the messages of a connection into the order of their numbers: those after a gap wait until it is filled, and repeated ones are dropped. */
export class Inbox {
  private readonly sequence: SequenceFile
  private readonly listener: InboxListener
  private readonly waiting = new Map<number, FixMessage>()
  /** True after a request for what is missing. */
  private isRequested = false

  constructor(sequence: SequenceFile, listener: InboxListener) {
    this.sequence = sequence
    this.listener = listener
  }

  /** True while a message is missing. */
  get hasGap(): boolean {
    return this.waiting.size > 0
  }

  receive(number: number, message: FixMessage): void {
    const { incoming } = this.sequence
    if (number < incoming) {
      // Received before: a repetition says so itself.
      if (!message.is(tag.possDupFlag))
        this.listener.onMisfit(`MsgSeqNum too low, expecting ${incoming} but received ${number}`)
      return
    }
    this.waiting.set(number, message)
    this.drain()
    if (!this.hasGap) this.isRequested = false
    else if (this.waiting.size > mostWaiting) this.listener.onMisfit('too many messages after a gap')
    else if (!this.isRequested) {
      this.isRequested = true
      this.listener.onGap(this.sequence.incoming)
    }
  }

  /** Goes on with a number that the venue gives, and gives up on those before it. */
  jump(next: number): void {
    if (next < this.sequence.incoming) return
    for (const number of this.waiting.keys()) if (number < next) this.waiting.delete(number)
    this.sequence.expect(next)
    this.drain()
  }

  private drain(): void {
    let message = this.take(this.sequence.incoming)
    while (message !== null) {
      if (isGapFill(message)) this.skipTo(message.number(tag.newSeqNo) ?? 0)
      else this.deliver(message)
      message = this.take(this.sequence.incoming)
    }
  }

  /** Passes over numbers that the venue does not send again; a message after the gap that was received all the same counts. */
  private skipTo(next: number): void {
    if (next <= this.sequence.incoming) {
      this.listener.onMisfit(`a gap is filled up to ${next}, which was received before`)
      return
    }
    const received = [...this.waiting].filter(([number]) => number < next).sort(([a], [b]) => a - b)
    for (const [number, message] of received) {
      this.waiting.delete(number)
      if (!isGapFill(message)) this.listener.onMessage(message)
    }
    this.sequence.expect(next)
  }

  private deliver(message: FixMessage): void {
    const next = this.sequence.incoming + 1
    try {
      this.listener.onMessage(message)
    } finally {
      // One that is not understood is not asked for again: it would never be understood.
      this.sequence.expect(next)
    }
  }

  private take(number: number): FixMessage | null {
    const message = this.waiting.get(number) ?? null
    this.waiting.delete(number)
    return message
  }
}

const isGapFill = (message: FixMessage) =>
  message.type === messageType.sequenceReset && message.is(tag.gapFillFlag)
