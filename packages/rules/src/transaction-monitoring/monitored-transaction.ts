import { type AssetCode, divide, roundUp } from '@candor/money'

export type TransactionKind = 'deposit' | 'withdrawal'

/** A deposit or withdrawal of real money, with everything that happened to it since. Times in epoch ms, amounts in the smallest unit. */
export interface MonitoredTransaction {
  readonly kind: TransactionKind
  readonly id: string
  /** Order among those of its kind that were requested in the same millisecond. */
  readonly sequence: bigint
  readonly asset: AssetCode
  /** Time of the request; for a deposit, of its report. */
  readonly at: number
  /** As requested, with the fee. */
  readonly minor: bigint
  /** Worth in USDT at that time; null without a price. */
  readonly valueMinor: bigint | null
  /** For a deposit that was credited. */
  readonly credited: { readonly at: number; readonly minor: bigint } | null
  /** Time at which it was rejected, cancelled, given back or reversed; null: it was not. */
  readonly endedAt: number | null
  /** Time at which the place that a withdrawal goes to was added; null for a deposit, and for a place that was erased. */
  readonly destinationAddedAt: number | null
}

/** A moment at which the rules are applied to a transaction. */
export interface MonitoredEvent {
  readonly transaction: MonitoredTransaction
  readonly stage: 'requested' | 'credited'
  readonly at: number
}

/** A transaction as it was known at a moment. */
export interface KnownTransaction {
  readonly transaction: MonitoredTransaction
  readonly minor: bigint
  readonly valueMinor: bigint | null
}

/** Returns the request, and the credit of a deposit that brought more than was reported: it could have hidden an amount. */
export function eventsOf(transaction: MonitoredTransaction): readonly MonitoredEvent[] {
  const { at, minor, credited } = transaction
  const requested = { transaction, stage: 'requested', at } as const
  return credited === null || credited.minor <= minor
    ? [requested]
    : [requested, { transaction, stage: 'credited', at: credited.at }]
}

/** Returns a transaction as it was known at a moment: a deposit counts as what was credited, once it is, at the price of its report. */
export function knownAt(transaction: MonitoredTransaction, at: number): KnownTransaction {
  const { credited, minor, valueMinor } = transaction
  if (credited === null || credited.at > at) return { transaction, minor, valueMinor }
  return {
    transaction,
    minor: credited.minor,
    valueMinor: valueMinor === null ? null : divide(valueMinor * credited.minor, minor, roundUp),
  }
}

/**
 * Returns the transactions of a customer in the stretch that ends with an event, its own as the last, as they were known then: those
 * requested after its begin that had not ended. `history` is sorted by `compareTransactions`.
 */
export function windowOf(
  history: readonly MonitoredTransaction[],
  event: MonitoredEvent,
  windowMs: number,
): readonly KnownTransaction[] {
  const from = event.at - windowMs
  const found: KnownTransaction[] = []
  for (let index = firstAfter(history, from); index < history.length; index += 1) {
    const other = history[index]
    if (other === undefined || other.at > event.at) break
    if (isSame(other, event.transaction) || !wasThere(other, event)) continue
    found.push(knownAt(other, event.at))
  }
  return [...found, knownAt(event.transaction, event.at)]
}

const isSame = (one: MonitoredTransaction, other: MonitoredTransaction): boolean =>
  one.id === other.id && one.kind === other.kind

function wasThere(other: MonitoredTransaction, { transaction, stage, at }: MonitoredEvent): boolean {
  if (other.endedAt !== null && other.endedAt <= at) return false
  return stage === 'credited' || compareTransactions(other, transaction) < 0
}

/** Orders by time; of one millisecond, deposits come first, and each kind in its own order. */
export function compareTransactions(one: MonitoredTransaction, other: MonitoredTransaction): number {
  if (one.at !== other.at) return one.at - other.at
  if (one.kind !== other.kind) return one.kind === 'deposit' ? -1 : 1
  return one.sequence < other.sequence ? -1 : one.sequence > other.sequence ? 1 : 0
}

/** Finds the first index of a transaction after a moment, in a sorted list. */
function firstAfter(history: readonly MonitoredTransaction[], at: number): number {
  let [low, high] = [0, history.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((history[middle]?.at ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}
