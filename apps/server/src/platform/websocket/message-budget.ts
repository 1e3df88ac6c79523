/** Bursts of this many messages, refilled at this rate. */
const messageBurst = 20
const messagesPerSecond = 2

/** Limits the messages that one client sends. */
export class MessageBudget {
  private tokens = messageBurst
  private refilledAt: number

  constructor(nowMs: number) {
    this.refilledAt = nowMs
  }

  /** Returns false when the client exceeds its limit. */
  spend(nowMs: number): boolean {
    const seconds = Math.max(0, nowMs - this.refilledAt) / 1000
    this.refilledAt = nowMs
    this.tokens = Math.min(messageBurst, this.tokens + seconds * messagesPerSecond) - 1
    return this.tokens >= 0
  }
}
