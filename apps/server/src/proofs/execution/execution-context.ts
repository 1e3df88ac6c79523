import type { ExecutionConflict, FillCause, RefusalCount } from '@candor/contract'
import type { Price } from '@candor/money'
import type { Counted, DatedQuote, Direction } from '@candor/rules'
import type { ClockedDatabase, Reader } from '../../platform/database/database.ts'
import type { ReceiptSigner } from '../receipts/receipt-keys.ts'

/** A quote as a report needs it. */
export interface ReportedQuote extends DatedQuote {
  readonly seq: number
  readonly bid: Price
  readonly ask: Price
}

/** One fill with real money, as trading knows it. */
export interface ReportedFill {
  readonly userId: string
  readonly orderId: string
  readonly code: string
  /** Side that was traded: a bought position is closed by a sell. */
  readonly side: Direction
  readonly event: 'open' | 'close'
  readonly cause: FillCause
  /** Epoch ms. */
  readonly at: number
  /** Of a customer's call: when it came, since when it could be decided, and the age from which a quote was too old for it. */
  readonly called: { readonly calledAt: number; readonly dueAt: number; readonly freshMs: number } | null
  readonly level: Price | null
  readonly price: Price
  readonly spreadAdded: Price
  readonly quote: ReportedQuote
}

/** The newest quotes that could fill an order by some moments of a market, ascending. */
export type NewestAt = (
  code: string,
  moments: readonly number[],
) => Promise<readonly (ReportedQuote | null)[]>

export interface ExecutionPorts {
  readonly sign: ReceiptSigner['sign']
  /** From trading. A day is `YYYY-MM-DD`, UTC. */
  readonly fills: {
    readonly count: (
      reader: Reader,
      days: readonly string[],
    ) => Promise<{ readonly fills: number; readonly customers: number }>
    readonly read: (day: string, take: (fills: readonly ReportedFill[]) => Promise<void>) => Promise<void>
    readonly refusals: (days: readonly string[]) => Promise<readonly RefusalCount[]>
  }
  readonly quotes: {
    /** Quotes that could fill an order of a real account here. */
    readonly counts: Counted
    /** Resolves when every quote received so far is stored. */
    readonly upToNow: () => Promise<void>
    /** Begins to read quotes for one report. */
    readonly newest: () => NewestAt
  }
  /** From the risk desk: the operator's own interest, now and on some days. */
  readonly conflict: (days: readonly string[]) => Promise<ExecutionConflict>
}

/** Context of this module's functions. */
export interface ExecutionContext extends ClockedDatabase, ExecutionPorts {}
