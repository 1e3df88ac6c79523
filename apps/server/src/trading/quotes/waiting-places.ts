import { Refusal } from '../../platform/http/refusal.ts'

/** Most calls of one account that wait for a price at once. */
export const mostWaiting = 50

/** Limits how many calls of an account wait for a price. Knows accounts by name alone; prices and fills know none. */
export class WaitingPlaces {
  private readonly taken = new Map<string, number>()

  /** Runs a call; refuses `tooManyRequests` one that has to wait where as many of its account do as may. */
  async during<T>(account: string, waits: boolean, run: () => Promise<T>): Promise<T> {
    if (!waits) return run()
    const before = this.taken.get(account) ?? 0
    if (before >= mostWaiting) throw new Refusal('tooManyRequests')
    this.taken.set(account, before + 1)
    try {
      return await run()
    } finally {
      this.leave(account)
    }
  }

  private leave(account: string): void {
    const left = (this.taken.get(account) ?? 0) - 1
    if (left > 0) this.taken.set(account, left)
    else this.taken.delete(account)
  }
}
