import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Message, Messenger } from './messenger.ts'

const waitsMs = [1_000, 5_000, 30_000]

/**
 * Sends messages in the background and retries when the mail server does not accept one: a response neither waits for mail nor reveals, by
 * its time, whether one was sent. Messages not sent when the process ends are lost; the person requests a new code.
 */
export class PatientMessenger implements Messenger {
  private readonly inner: Messenger
  private readonly log: Logger
  private readonly waits: readonly number[]
  private readonly underway = new Set<Promise<void>>()

  constructor(inner: Messenger, log: Logger, waits: readonly number[] = waitsMs) {
    this.inner = inner
    this.log = log
    this.waits = waits
  }

  async send(message: Message): Promise<void> {
    const delivery = this.deliver(message).finally(() => this.underway.delete(delivery))
    this.underway.add(delivery)
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.underway)
  }

  private async deliver(message: Message): Promise<void> {
    for (const waitMs of [0, ...this.waits]) {
      if (waitMs > 0) await pause(waitMs, undefined, { ref: false })
      try {
        await this.inner.send(message)
        return
      } catch (err) {
        this.log.warn({ err, kind: message.kind }, 'a message was not accepted')
      }
    }
    this.log.error({ kind: message.kind }, 'a message was given up')
  }
}
