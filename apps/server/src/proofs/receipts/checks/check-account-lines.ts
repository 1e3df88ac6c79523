import { writeUsdt } from '@candor/money'
import {
  type FindMarket,
  type MarketThen,
  marketProfitThen,
  marketsKnownBy,
  noLevelSum,
  type PositionThen,
  profitThen,
  readAccountLines,
  withShare,
  writeLevelSum,
} from '@candor/rules'
import { z } from 'zod'
import { sha256 } from '../../../platform/sha256.ts'
import { type Contract, closeOutOf, contract, type Event, minorOf } from '../contract-document.ts'
import type { Recomputed } from '../recomputation/recomputed.ts'
import { statedMarket } from '../stated-markets.ts'
import { isConvertedRightly } from './check-conversion.ts'
import { closeOutSumOf } from './check-stop-out.ts'

/** Response of `receiptAccount`: the account's positions at each stop-out of an order. */
export const receiptAccountFile = z.object({
  orderId: z.string(),
  events: z.array(z.object({ event: z.number(), lines: z.array(z.string()) })),
  /** Those of the positions that the operator added. */
  markets: z.array(statedMarket).optional(),
})
export type ReceiptAccountFile = z.infer<typeof receiptAccountFile>

/**
 * Adds a stop-out's figures up again from all positions of the account, which only its customer has: the receipt holds their hash (issue 11,
 * point 18).
 */
export function checkAccountLines(document: unknown, file: ReceiptAccountFile): Recomputed {
  const findings: string[] = []
  const proven: string[] = []
  const { order, events, markets } = contract.parse(document)
  // What the receipt states is signed: the file adds the others alone.
  const marketOf = marketsKnownBy([markets, file.markets].flatMap((stated = []) => stated))
  if (file.orderId !== order.id) findings.push('the positions are those of another order')
  for (const event of events) {
    const { account, number } = event
    if (account?.positionsHash === undefined) continue
    const lines = file.events.find((one) => one.event === number)?.lines
    const faults =
      lines === undefined
        ? ['its positions are not in the file']
        : faultsOf(order, event, account, { lines, marketOf })
    findings.push(...faults.map((fault) => `event ${number}: ${fault}`))
    if (faults.length === 0)
      proven.push(
        `event ${number}: equity and margin follow from all ${account.positions} positions of the account`,
      )
  }
  if (findings.length === 0 && proven.length === 0) findings.push('the receipt holds no hash of positions')
  return { findings, proven }
}

type Account = NonNullable<Event['account']>

/** The account's positions, and what their markets are. */
interface Positions {
  readonly lines: readonly string[]
  readonly marketOf: FindMarket
}

function faultsOf(order: Contract, event: Event, account: Account, { lines, marketOf }: Positions): string[] {
  if (sha256(lines.join('\n')) !== account.positionsHash)
    return ['the positions are not those the receipt’s hash is of']
  const read = readAccountLines(lines)
  if (read === null) return ['the positions cannot be read']
  const markets = new Map(read.markets.map((market) => [market.code, market]))
  const unknown = [...new Set(read.positions.map(({ code }) => code))].filter(
    (code) => marketOf(code) === null,
  )
  if (unknown.length > 0) return [`the market ${unknown.join(', ')} is not known`]
  const sizeOf: SizeOf = (code) => marketOf(code)?.contractSize ?? 0n
  const unrealised = unrealisedOf(read.positions, markets, sizeOf)
  if (unrealised === null) return ['a position has no quote it was valued at']
  return [
    ...sumFaults(account, read.positions, unrealised),
    ...read.markets
      .filter(({ code, conversion: rate, converted: quote }) => {
        const currency = marketOf(code)?.quoteCurrency
        return currency === undefined || !isConvertedRightly(order, event, { currency, rate, quote })
      })
      .map(({ code }) => `${code} is converted at a rate that no quote gave`),
    ...ownFaults(order, event, account, { positions: read.positions, markets, sizeOf }),
  ]
}

function sumFaults(account: Account, positions: readonly PositionThen[], unrealised: bigint): string[] {
  const requireEqual = (field: string, stated: string | number, computed: string | number) =>
    stated === computed ? [] : [`${field}: stated ${stated}, computed ${computed}`]
  const equity = minorOf(account.balance) + unrealised - minorOf(account.held)
  return [
    ...requireEqual('positions', account.positions, positions.length),
    ...requireEqual(
      'used margin',
      account.margin,
      writeUsdt(sumOf(positions, ({ marginMinor }) => marginMinor)),
    ),
    ...requireEqual(
      'equity at which positions close',
      writeLevelSum(closeOutSumOf(account)),
      writeLevelSum(
        positions.reduce((sum, one) => withShare(sum, one.marginMinor, one.closeOut), noLevelSum),
      ),
    ),
    ...requireEqual('unrealised profit', account.unrealised, writeUsdt(unrealised)),
    ...requireEqual('equity', account.equity, writeUsdt(equity)),
  ]
}

interface AccountThen {
  readonly positions: readonly PositionThen[]
  readonly markets: ReadonlyMap<string, MarketThen>
  readonly sizeOf: SizeOf
}

/** Checks that the order is among them as in its receipt, and that another one is where the receipt names the next worst. */
function ownFaults(
  order: Contract,
  event: Event,
  { nextProfit }: Account,
  { positions, markets, sizeOf }: AccountThen,
): string[] {
  const own = positions.find(({ id }) => id === order.id)
  if (own === undefined) return ['the order itself is not among them']
  const profit = writeUsdt(profitOf(own, markets, sizeOf) ?? 0n)
  const others = positions.filter((one) => one !== own)
  const isNext = (one: PositionThen) => writeUsdt(profitOf(one, markets, sizeOf) ?? 0n) === nextProfit
  return [
    ...(writeUsdt(own.marginMinor) === order.margin ? [] : ['the order has another margin there']),
    ...(own.closeOut === closeOutOf(order) ? [] : ['the order has another close-out level there']),
    ...(profit === event.profit ? [] : [`the order stood at ${profit}, and closed at ${event.profit}`]),
    ...(nextProfit === null || others.some(isNext) ? [] : [`no other position stood at ${nextProfit}`]),
  ]
}

const sumOf = (positions: readonly PositionThen[], of: (one: PositionThen) => bigint): bigint =>
  positions.reduce((sum, one) => sum + of(one), 0n)

/** Units of the base in one lot of a market. */
type SizeOf = (code: string) => bigint

const profitOf = (
  position: PositionThen,
  markets: ReadonlyMap<string, MarketThen>,
  sizeOf: SizeOf,
): bigint | null => {
  const market = markets.get(position.code)
  return market === undefined ? null : profitThen(position, market, sizeOf(position.code))
}

/** Of all positions, less what they owe; null when a market's quote is missing. */
function unrealisedOf(
  positions: readonly PositionThen[],
  markets: ReadonlyMap<string, MarketThen>,
  sizeOf: SizeOf,
): bigint | null {
  let sum = -sumOf(positions, ({ owedMinor }) => owedMinor)
  for (const code of new Set(positions.map((one) => one.code))) {
    const market = markets.get(code)
    if (market === undefined) return null
    const own = positions.filter((one) => one.code === code)
    sum += marketProfitThen(own, market, sizeOf(code))
  }
  return sum
}
