import { Amount } from '@candor/money'
import type { Caller } from '../http/caller.ts'
import type { Posting } from '../ledger/ledger.ts'
import type { FundsAnswer, ReservationEnd, ReservesFunds } from '../ledger/reserves-funds.ts'
import type { OptionInput } from './offer-option.ts'

interface Staked {
  readonly input: OptionInput
  readonly caller: Caller
}

/** Stakes of purchases that arrived together, each promised by the engine before the transaction that takes them. */
export class Stakes<P extends Staked> {
  private readonly funds: ReservesFunds
  private readonly answers: ReadonlyMap<P, FundsAnswer>
  private readonly used = new Set<P>()
  private end: ReservationEnd = 'unknown'

  private constructor(funds: ReservesFunds, answers: ReadonlyMap<P, FundsAnswer>) {
    this.funds = funds
    this.answers = answers
  }

  /** In the order of arrival: what the first takes is not free for the second. */
  static async reserve<P extends Staked>(
    { funds }: { readonly funds: ReservesFunds },
    purchases: readonly P[],
  ): Promise<Stakes<P>> {
    const answers = new Map<P, FundsAnswer>()
    const stakes = new Stakes(funds, answers)
    const ends = await Promise.allSettled(
      purchases.map(async (purchase) => {
        const { input, caller } = purchase
        const minor = Amount.parse('USDT', input.amount)?.minor ?? 0n
        if (minor > 0n) answers.set(purchase, await funds.reserve(caller.userId, caller.mode, minor))
      }),
    )
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed !== undefined) {
      // What was promised to the others is not kept from them.
      stakes.end = 'unused'
      await stakes.settle()
      throw failed.reason
    }
    return stakes
  }

  with(purchase: P, posting: Posting): Posting {
    const answer = this.answers.get(purchase)
    return answer !== undefined && 'granted' in answer ? { ...posting, reservation: answer.granted } : posting
  }

  /** What stands in a refusal with 10011. */
  freeOf(purchase: P): { readonly free: string; readonly stale: boolean } {
    const answer = this.answers.get(purchase)
    if (answer !== undefined && 'short' in answer) return answer.short
    return { free: '0.000000', stale: false }
  }

  /** The transaction has committed, with these. */
  committed(purchases: readonly P[]): void {
    for (const purchase of purchases) this.used.add(purchase)
    this.end = 'unused'
  }

  /** Ends every promise. After an error it is not known whether the transaction committed. */
  async settle(): Promise<void> {
    await Promise.all(
      [...this.answers].map(async ([purchase, answer]) => {
        if (!('granted' in answer)) return
        const end = this.used.has(purchase) ? 'used' : this.end
        await this.funds.settle(answer.granted, end).catch(() => undefined)
      }),
    )
  }
}
