import { divide, parsePrice, parseScaled, roundUp } from '@candor/money'
import type { HedgeSide } from '@candor/rules/hedging/decide-hedge.ts'
import {
  feeScale,
  type OrderReport,
  type Quantity,
  quantityScale,
  type VenueFill,
  type VenuePosition,
} from '../../venue.ts'
import { type FixMessage, NotUnderstood, readTime } from './fix-message.ts'
import { tag } from './fix-tags.ts'

// What the venue reports of orders, executions and positions, as far as it is read here. Unknown fields are ignored.

/** States of an order in FIX (OrdStatus), and ours. */
const states: Readonly<Record<string, OrderReport['state']>> = {
  0: 'working',
  1: 'working',
  2: 'filled',
  3: 'expired',
  4: 'expired',
  5: 'working',
  6: 'working',
  7: 'working',
  8: 'refused',
  9: 'working',
  A: 'working',
  B: 'expired',
  C: 'expired',
  D: 'working',
  E: 'working',
}

function scaled(message: FixMessage, number: number, scale: number): bigint {
  const value = parseScaled(message.need(number), scale)
  if (value === null)
    throw new NotUnderstood(`field ${number} of a message ${message.type} is no such decimal`)
  return value
}

const quantityOf = (message: FixMessage, number: number) => scaled(message, number, quantityScale) as Quantity

/** Checks whether a report says how an order is, and nothing that happened. */
export const isStatus = (message: FixMessage): boolean => message.get(tag.execType) === 'I'

/** Reads an order from an execution report. */
export function toReport(message: FixMessage): OrderReport {
  const status = message.need(tag.ordStatus)
  const known = states[status]
  if (known === undefined) throw new NotUnderstood(`an order has a state ${status}`)
  const executed = quantityOf(message, tag.cumQty)
  // A refusal after executions ends the order, and takes none of them back.
  const state = known === 'refused' && executed > 0n ? 'expired' : known
  return {
    ...{ clientId: message.need(tag.clOrdId), symbol: message.need(tag.symbol), state, executed },
    venueOrderId: message.need(tag.orderId),
    reason: state === 'expired' || state === 'refused' ? reasonOf(message, status) : null,
  }
}

function reasonOf(message: FixMessage, status: string): string {
  const code = message.get(tag.ordRejReason)
  const text = message.get(tag.text)
  return [`OrdStatus ${status}`, code === null ? null : `OrdRejReason ${code}`, text]
    .filter((part) => part !== null)
    .join(', ')
    .slice(0, 200)
}

const unknownOrder = '5'

/** Checks whether the answer to a question about an order says that the venue has none. */
export const isUnknownOrder = (message: FixMessage): boolean =>
  message.get(tag.ordStatus) === '8' &&
  (message.get(tag.ordRejReason) === unknownOrder || /unknown order/i.test(message.get(tag.text) ?? ''))

/** Execution types of trades: of FIX 4.4, and of versions before, which some venues still send. */
const tradeTypes = new Set(['F', '1', '2'])

/** Checks whether an execution report is about a trade. One that is corrected or cancelled is found by the comparison with the drop copy. */
export const isTrade = (message: FixMessage): boolean =>
  tradeTypes.has(message.get(tag.execType) ?? '') && message.get(tag.execId) !== null

function sideOf(message: FixMessage): HedgeSide {
  const side = message.need(tag.side)
  if (side === '1') return 'buy'
  if (side === '2') return 'sell'
  throw new NotUnderstood(`a trade has a side ${side}`)
}

/**
 * Reads an execution from an execution report or a trade capture report. FIX promises an ExecID to be unique within a day only; with the order's own
 * id, which is made once, it is unique.
 */
export function toFill(message: FixMessage, feeCurrency: string): VenueFill {
  const price = parsePrice(message.need(tag.lastPx))
  const quantity = quantityOf(message, tag.lastQty)
  if (price === null || price <= 0n || quantity <= 0n)
    throw new NotUnderstood('an execution has no price or no quantity')
  const clientId = message.get(tag.clOrdId) ?? `order ${message.need(tag.orderId)}`
  return {
    fillId: `${message.need(tag.execId)} ${clientId}`,
    ...{ clientId, symbol: message.need(tag.symbol), side: sideOf(message), quantity, price },
    ...feeOf(message, { quantity, price }, feeCurrency),
    at: readTime(message.need(tag.transactTime)),
  }
}

interface Executed {
  readonly quantity: bigint
  readonly price: bigint
}

/** Reads commission and other fees, which must be of one currency; none where the report names none. */
function feeOf(message: FixMessage, executed: Executed, feeCurrency: string) {
  const currencies = new Set(message.all(tag.miscFeeCurr))
  let fee = 0n
  for (const text of message.all(tag.miscFeeAmt)) fee += feeAmount(text)
  const commission = message.get(tag.commission)
  if (commission !== null) {
    fee += commissionOf(feeAmount(commission), message.get(tag.commType) ?? '3', executed)
    currencies.add(message.get(tag.commCurrency) ?? feeCurrency)
  }
  if (currencies.size > 1) throw new NotUnderstood('an execution has fees in several currencies')
  const [feeAsset = feeCurrency] = currencies
  return { fee, feeAsset }
}

function feeAmount(text: string): bigint {
  const value = parseScaled(text, feeScale)
  if (value === null) throw new NotUnderstood('a fee is not a decimal')
  return value
}

/** Scale of a quantity times a price. */
const valueScale = 10n ** 18n

/** Converts a commission per unit, in per cent or absolute to an amount; rounded up, against us. */
function commissionOf(value: bigint, type: string, { quantity, price }: Executed): bigint {
  if (type === '3') return value
  if (type === '1') return divide(value * quantity, 10n ** BigInt(quantityScale), roundUp)
  if (type === '2') return divide(value * quantity * price, valueScale * 100n, roundUp)
  throw new NotUnderstood(`a commission is of the type ${type}`)
}

/** Net quantity of a position report: long less short, of all that was traded. */
export function toPosition(message: FixMessage): VenuePosition {
  const groups = positionGroups(message)
  const types = new Set(groups.map(({ type }) => type))
  // A venue that splits by origin gives the total as well.
  const total = ['TOT', 'TQ'].find((type) => types.has(type)) ?? (types.size === 1 ? [...types][0] : null)
  if (total === null) throw new NotUnderstood('a position is of several types, and none of them the total')
  const quantity = groups
    .filter(({ type }) => type === total)
    .reduce((sum, { long, short }) => sum + long - short, 0n)
  return { symbol: message.need(tag.symbol), quantity: quantity as Quantity }
}

function positionGroups(message: FixMessage) {
  const groups: { type: string; long: bigint; short: bigint }[] = []
  for (const [number, value] of message.fields) {
    if (number === tag.posType) groups.push({ type: value, long: 0n, short: 0n })
    const group = groups.at(-1)
    if (group === undefined) continue
    if (number === tag.longQty) group.long = decimal(value)
    if (number === tag.shortQty) group.short = decimal(value)
  }
  return groups
}

function decimal(text: string): bigint {
  const value = parseScaled(text, quantityScale)
  if (value === null) throw new NotUnderstood('the quantity of a position is no such decimal')
  return value < 0n ? -value : value
}
