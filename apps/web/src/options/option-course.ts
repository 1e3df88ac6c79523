import type { Option } from '@candor/contract'
import { parseUsdt, rate, usdt, writeUsdt } from '@candor/money'
import { optionWinMinor } from '@candor/rules/options/option.ts'
import type { ShownFormula } from '@candor/ui/figures/formula-list.tsx'
import { fillFormula } from '../orders/fill-formula.ts'

type Ended = NonNullable<Option['result']>

/** Stake and payout in USDT, as decimal texts. */
export interface OptionParts {
  readonly stake: string
  /** Returned to the account: stake and win of a won option, nothing of a lost one, the stake of a refunded one. */
  readonly payout: string
}

/** Computes what an option pays with a result. Exact. Source: rulebook, Options. */
export function optionParts(stake: string, payoutRate: string, result: Ended): OptionParts {
  const staked = usdt(stake).minor
  const payout = { won: staked + optionWinMinor(staked, rate(payoutRate)), lost: 0n, refunded: staked }
  return { stake, payout: writeUsdt(payout[result]) }
}

/** Returns the result of an option in USDT: payout less stake. Exact. */
export const optionNet = ({ stake, payout }: OptionParts): string =>
  writeUsdt(usdt(payout).minus(usdt(stake)).minor)

/** A quote that an option opened or was settled at. */
export interface DecidingQuote {
  readonly seq: number
  /** Arrival at the server, epoch ms: its clock ends an option. */
  readonly at: number
}

/** Course of a settled option to its result, from its receipt. */
export interface OptionCourse {
  readonly code: string
  readonly direction: Option['direction']
  readonly result: Ended
  readonly parts: OptionParts
  readonly payoutRate: string
  readonly openPrice: string
  /** Null where no price came in time, and of a demo account that was reset. */
  readonly closePrice: string | null
  readonly split: string | null
  /** Epoch ms. */
  readonly openedAt: number
  readonly expiresAt: number
  readonly opening: DecidingQuote | null
  readonly closing: DecidingQuote | null
  readonly steps: readonly ShownFormula[]
}

type Loose = Readonly<Record<string, unknown>>
interface OptionDocument {
  readonly order?: Loose
  readonly events?: readonly Loose[]
}

const results: readonly Ended[] = ['won', 'lost', 'refunded']

/** Reads the course of an option from its receipt; null while it runs. */
export function optionCourse(document: object): OptionCourse | null {
  const { order = {}, events = [] } = document as OptionDocument
  const result = results.find((one) => one === order.result)
  const { stake, payoutRate } = order
  if (result === undefined || typeof stake !== 'string' || typeof payoutRate !== 'string') return null
  if (parseUsdt(stake) === null) return null
  const open = events.find(({ kind }) => kind === 'open')
  const close = events.find(({ kind }) => kind === 'close')
  const parts = optionParts(stake, payoutRate, result)
  return {
    code: String(order.code),
    direction: order.direction === 'down' ? 'down' : 'up',
    result,
    parts,
    payoutRate,
    openPrice: String(order.openPrice),
    closePrice: textOf(order.closePrice),
    split: textOf(order.split),
    openedAt: Number(order.openedAt),
    expiresAt: Number(order.expiresAt),
    opening: quoteOf(open),
    closing: quoteOf(close),
    steps: [
      ...stepsOf(open, [['openPrice', order.openPrice]]),
      ...stepsOf(close, [
        ['openPrice', order.openPrice],
        ['closePrice', order.closePrice],
      ]),
      ...payoutSteps(result, parts, textOf(order.profitIfWon)),
    ],
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function quoteOf(event: Loose | undefined): DecidingQuote | null {
  const quote = event?.quote as { readonly seq?: unknown; readonly receivedAt?: unknown } | null | undefined
  return quote == null ? null : { seq: Number(quote.seq), at: Number(quote.receivedAt) }
}

type Named = readonly (readonly [name: string, value: unknown])[]

/** The formulas of an event with its numbers. */
function stepsOf(event: Loose | undefined, prices: Named): readonly ShownFormula[] {
  const quote = (event?.quote ?? {}) as Loose
  const [fresh, old] = (textOf(event?.split) ?? '').split(':')
  const split: Named = old === undefined ? [] : Object.entries({ new: fresh, old })
  const named: Named = [
    ...['stake', 'payoutRate', 'profitIfWon'].map((name) => [name, event?.[name]] as const),
    ['bid', quote.bid],
    ['ask', quote.ask],
    ...split,
    ...prices,
  ]
  const values = new Map(named.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])))
  const formulas = Array.isArray(event?.formula) ? event.formula.map(String) : []
  return formulas.map((formula) => ({ formula, filled: fillFormula(formula, values) }))
}

const payoutFormulas = { won: 'payout = stake + profitIfWon', lost: 'payout = 0', refunded: 'payout = stake' }

/** The steps from the result to the money. */
function payoutSteps(result: Ended, parts: OptionParts, profitIfWon: string | null): readonly ShownFormula[] {
  const values = new Map([
    ['stake', parts.stake],
    ['payout', parts.payout],
    ['net', optionNet(parts)],
    ...(profitIfWon === null ? [] : [['profitIfWon', profitIfWon] as const]),
  ])
  const formula = payoutFormulas[result]
  const net = 'net = payout − stake'
  return [
    { formula, filled: result === 'won' ? fillFormula(formula, values) : null },
    { formula: net, filled: fillFormula(net, values) },
  ]
}
