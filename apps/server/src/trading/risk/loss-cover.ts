import { writeUsdt } from '@candor/money'
import type { BoardQuote, TradableQuote } from '@candor/rules'
import type { RelatedChanges } from '../commits/effect.ts'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import type { PositionChange } from '../engine/position-change.ts'
import { orderOf } from '../orders/order-entity.ts'
import { changeRow } from '../orders/order-rows.ts'
import type { EventDetails } from '../receipts/event-details.ts'
import { closableAt, newestSince } from '../triggers/closable-at.ts'
import { type Debt, type DebtRecord, recordDebt } from './debts.ts'
import { spendableOf } from './funds/account-funds.ts'
import { type Winner, WinnerRanking } from './winner-ranking.ts'

/** A loss that is about to be taken, in USDT's smallest unit. */
export interface Loss {
  readonly position: Position
  readonly quote: TradableQuote
  readonly costMinor: bigint
  /** False for a cost that ends nothing (a swap, the commission of a fill): an open position may owe that against its own profit. */
  readonly ends: boolean
}

/** A position that closes with another's loss, and the figures that its receipt shows for it. */
interface Closing {
  readonly position: Position
  readonly charge: PositionChange
  readonly cover: EventDetails
}

/** A position that owes a part of another's loss, and the details of its event. */
interface RecordedDebt extends DebtRecord {
  readonly position: Position
}

/** Contribution of the account's other positions to a loss: some close with it, some owe. */
export interface Cover {
  readonly closings: readonly Closing[]
  readonly owing: readonly Position[]
  readonly related: RelatedChanges
  /** Quotes that the closings and debts were decided on. */
  readonly quotes: readonly BoardQuote[]
  /** Balance change of the closings. */
  readonly deltaMinor: bigint
  readonly undo: () => void
}

/**
 * Equity pays a loss (rulebook, Contracts; ADR-003). Where a loss exceeds balance − Hx while other positions of the account
 * are in profit, the most profitable of them close with it; one that cannot be closed now, or whose close would cost more than it
 * brings, owes the rest at its own close.
 * The operator pays only what is still missing then. While the value of a position is unknown, a loss beyond the balance has to wait.
 */
export class LossCover {
  private readonly context: EngineContext
  /** Closes a position in memory, as a stop-out, and returns the change to be written; null if that would bring nothing. */
  private readonly closeAlone: (position: Position, quote: TradableQuote) => PositionChange | null
  private readonly ranking: WinnerRanking

  constructor(
    context: EngineContext,
    closeAlone: (position: Position, quote: TradableQuote) => PositionChange | null,
  ) {
    this.context = context
    this.closeAlone = closeAlone
    this.ranking = new WinnerRanking(context.valuation)
  }

  /** Returns the amount that the balance lacks for a cost; 0 when it suffices. */
  missing({ position: { account }, costMinor }: Pick<Loss, 'position' | 'costMinor'>): bigint {
    if (account.balanceMinor === null) return 0n
    const spendable = spendableOf(account, account.balanceMinor)
    return costMinor > spendable ? costMinor - spendable : 0n
  }

  /** Checks whether the balance does not cover the loss alone, and what another position could pay of it is not known. */
  mustWait(loss: Loss): boolean {
    return this.missing(loss) > 0n && this.ranking.hasUnvalued(loss.position.account, exceptOf(loss))
  }

  /** Null if the balance covers the loss alone, or no other position of the account is in profit. */
  take(loss: Loss): Cover | null {
    const { closings, debts, undo } = this.takeFromWinners(loss, this.missing(loss))
    if (closings.length + debts.length === 0) return null
    return {
      closings,
      owing: debts.map(({ position }) => position),
      related: this.related(loss.position, closings, debts),
      deltaMinor: closings.reduce((sum, { charge }) => sum + charge.deltaMinor, 0n),
      quotes: [...closings.flatMap(({ charge }) => charge.quotes), ...debts.flatMap(({ quotes }) => quotes)],
      undo,
    }
  }

  private takeFromWinners(loss: Loss, missingMinor: bigint) {
    const { position: loser, quote } = loss
    const closings: Closing[] = []
    const debts: RecordedDebt[] = []
    const owing: { winner: Winner; minor: bigint }[] = []
    const undos: (() => void)[] = []
    let missing = missingMinor
    const winners = this.ranking.of(loser.account, exceptOf(loss))
    let next = missing > 0n ? winners.next().value : undefined
    while (next !== undefined && missing > 0n) {
      const winner = next
      next = winners.next().value
      const { position, profitMinor } = winner
      const cover = coverDetails(loss, missingMinor - missing, next ?? null)
      const charge = this.closeNow(position, quote)
      if (charge !== null) {
        closings.push({ position, charge, cover })
        undos.push(charge.undo)
        missing -= charge.deltaMinor
        continue
      }
      const share = smaller(profitMinor, missing)
      debts.push(this.recorded(loser, { position, minor: share, profitMinor, cover }))
      undos.push(this.owe(position, share))
      owing.push({ winner, minor: share })
      missing -= share
    }
    if (owing.length > 0) this.ranking.owe(loser.account, owing)
    const undo = () => {
      for (const one of undos.reverse()) one()
    }
    return { closings, debts, undo }
  }

  private closeNow(position: Position, quote: TradableQuote): PositionChange | null {
    const at = closableAt(this.context, position, newestSince(this.context, position.account, quote))
    return at === null ? null : this.closeAlone(position, at)
  }

  private recorded(loser: Position, { profitMinor, ...debt }: Omit<Debt, 'isQuoted'>): RecordedDebt {
    const { position } = debt
    const whole = { ...debt, profitMinor: profitMinor + position.owedMinor, isQuoted: true }
    return { position, ...recordDebt(this.context, whole, loser.id) }
  }

  private owe(position: Position, minor: bigint): () => void {
    const { book } = this.context
    book.setOwed(position, position.owedMinor + minor)
    position.events += 1
    return () => {
      book.setOwed(position, position.owedMinor - minor)
      position.events -= 1
    }
  }

  private related(
    loser: Position,
    closings: Cover['closings'],
    debts: readonly RecordedDebt[],
  ): RelatedChanges {
    const at = this.context.clock.now()
    const owing = debts.map(({ position }) => position)
    const { valuation } = this.context
    return {
      rows: [
        ...closings.map(({ charge }) => charge.row),
        // The row of the position that has the cost is written with its own change.
        ...owing.filter((position) => position !== loser).map(changeRow),
      ],
      events: [
        ...closings.map(({ position, charge, cover }) => ({
          orderId: position.id,
          number: position.events,
          kind: 'close' as const,
          at,
          details: { ...charge.details, lossOf: loser.id, cover },
        })),
        ...debts.map(({ position, details }) => ({
          orderId: position.id,
          number: position.events,
          kind: 'owe' as const,
          at,
          details,
        })),
      ],
      orders: [
        ...closings.map(({ position }) => orderOf(position, position.profitMinor, position.closePrice)),
        ...owing.map((position) => orderOf(position, valuation.profitOf(position), null)),
      ],
    }
  }
}

/**
 * Lists the figures that a winner's closing or debt was decided on: the loss, the part that the balance covers, the parts of positions before
 * it, and the next most profitable one.
 */
const coverDetails = (
  { position: { account }, costMinor }: Loss,
  coveredMinor: bigint,
  next: Winner | null,
): EventDetails => ({
  cost: writeUsdt(costMinor),
  balance: writeUsdt(account.balanceMinor ?? 0n),
  held: writeUsdt(account.heldOtherMinor + account.reservedMinor),
  covered: writeUsdt(coveredMinor),
  nextProfit: next && writeUsdt(next.profitMinor),
})

/** A loss together with what ended or owes for it: one effect, all of it or nothing. */
export function withCover(charge: PositionChange, cover: Cover): PositionChange {
  const { closings, owing, related, quotes } = cover
  const steps = closings.flatMap(({ charge: closing }) => closing.posting?.steps ?? [])
  return {
    ...charge,
    posting: charge.posting && { ...charge.posting, steps: [...steps, ...charge.posting.steps] },
    relatedChanges: {
      rows: [...(charge.relatedChanges?.rows ?? []), ...related.rows],
      events: [...related.events, ...(charge.relatedChanges?.events ?? [])],
      orders: [...related.orders, ...(charge.relatedChanges?.orders ?? [])],
    },
    deltaMinor: charge.deltaMinor + cover.deltaMinor,
    quotes: [...charge.quotes, ...quotes],
    notices: [...(charge.notices ?? []), ...closings.flatMap(({ charge: closing }) => closing.notices ?? [])],
    inDoubt: [...(charge.inDoubt ?? []), ...owing],
    undo: () => {
      charge.undo()
      cover.undo()
    },
  }
}

/** The position that cannot pay for the loss itself. */
const exceptOf = ({ position, ends }: Loss): Position | null => (ends ? position : null)

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
