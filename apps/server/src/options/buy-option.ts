import type { Option, OptionPreview } from '@candor/contract'
import { Amount, writePrice, writeRate } from '@candor/money'
import {
  breakEvenWinRate,
  decideOption,
  expectedAtEvenOddsMinor,
  type Market,
  type OptionDirection,
  type OptionPlacement,
  optionWinMinor,
  type Refused,
  type TradableQuote,
} from '@candor/rules'
import type { Tx } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { IdempotentAsk } from '../http/handlers.ts'
import { orRefuse, Refusal } from '../http/refusal.ts'
import type { PostingOutcome } from '../ledger/ledger.ts'
import { openFacts } from './option-facts.ts'
import { optionMoment } from './option-market.ts'
import { type OptionRow, optionOnWire, writeUsdt } from './option-on-wire.ts'
import { openPosting } from './option-postings.ts'
import { type OptionSettings, readSettings } from './option-tariff.ts'
import type { OptionsCustomer, OptionsDeps } from './options-deps.ts'
import { addEvents, addOption, countOpen, lockCustomer } from './options-store.ts'
import { watchedOf } from './watched-option.ts'

export interface OptionInput {
  readonly code: string
  readonly direction: OptionDirection
  readonly periodSeconds: number
  readonly amount: string
}

interface Offer extends OptionPlacement {
  readonly market: Market
  readonly quote: TradableQuote
  readonly settings: OptionSettings
  readonly openedAt: number
}

const neighboursKept = 5

/** Everything an option would cost and do; nothing is promised, it opens at the price of its own moment. */
export async function previewOption(
  deps: OptionsDeps,
  input: OptionInput,
  caller: Caller,
): Promise<OptionPreview> {
  const [settings, customer] = await Promise.all([readSettings(deps), deps.customerOf(caller.userId)])
  const openNow = await countOpen(deps.db.query, caller.userId, caller.mode)
  const offer = orRefuse(decideOffer(deps, input, caller, { settings, customer, openNow }))
  const { stakeMinor, payoutRate, market, quote, openedAt } = offer
  return {
    code: market.code,
    direction: input.direction,
    periodSeconds: input.periodSeconds,
    amount: writeUsdt(stakeMinor),
    payoutRate: writeRate(payoutRate),
    profitIfWon: writeUsdt(optionWinMinor(stakeMinor, payoutRate)),
    lossIfLost: writeUsdt(stakeMinor),
    breakEvenWinRate: writeRate(breakEvenWinRate(payoutRate)),
    expectedAtEvenOdds: writeUsdt(expectedAtEvenOddsMinor(stakeMinor, payoutRate)),
    openPrice: writePrice(offer.openPrice, market.digits),
    openedAt: new Date(openedAt).toISOString(),
    expiresAt: new Date(openedAt + input.periodSeconds * 1000).toISOString(),
    source: quote.source,
  }
}

/**
 * Buys an option at the mid of the newest tradable quote: stake and promised win are set aside, the option stored with
 * the quote that opened it, in one commit. It is watched from that commit on.
 */
export async function buyOption(
  deps: OptionsDeps,
  input: OptionInput,
  caller: Caller,
  ask: IdempotentAsk,
): Promise<Option> {
  const [settings, customer, ownLimit] = await Promise.all([
    readSettings(deps),
    deps.customerOf(caller.userId),
    deps.ownLimit?.(caller.userId, caller.mode) ?? null,
  ])
  let bought: OptionRow | null = null
  const answer = await deps.runOnce(caller, ask, async (tx) => {
    await lockCustomer(tx, caller.userId)
    const openNow = await countOpen(tx, caller.userId, caller.mode)
    const offer = orRefuse(decideOffer(deps, input, caller, { settings, customer, openNow, ownLimit }))
    bought = await storeOption(deps, tx, input, caller, offer)
    return optionOnWire(bought, offer.openPrice, offer.market.digits)
  })
  if (bought !== null) {
    deps.settler.add(watchedOf(bought))
    deps.events.publish(caller.userId, caller.mode, 'order', answer)
  }
  return answer
}

interface Asker {
  readonly settings: OptionSettings
  readonly customer: OptionsCustomer
  readonly openNow: number
  /** Only at the purchase: a preview promises nothing. */
  readonly ownLimit?: Refused | null
}

function decideOffer(deps: OptionsDeps, input: OptionInput, caller: Caller, asker: Asker) {
  const { settings, customer, openNow, ownLimit = null } = asker
  const market = deps.board.market(input.code)
  const who = { mode: caller.mode, country: customer.country }
  const moment = market === null ? null : optionMoment(deps, market, who, settings)
  const decision = decideOption(
    {
      periodSeconds: input.periodSeconds,
      stakeMinor: Amount.parse('USDT', input.amount)?.minor ?? null,
    },
    {
      offered: market !== null && !settings.disabledMarkets.includes(market.code),
      tariff: settings.tariff,
      frozen: customer.frozen,
      openNow,
      ownLimit,
      unavailable: moment?.unavailable ?? null,
      mid: moment?.quote?.mid ?? null,
    },
  )
  if (!decision.ok) return decision
  if (market === null || !moment?.quote) throw new Error('an accepted option has a market and a quote')
  const offer: Offer = {
    ...decision.value,
    market,
    quote: moment.quote,
    settings,
    openedAt: deps.clock.now(),
  }
  return { ok: true, value: offer } as const
}

async function storeOption(
  deps: OptionsDeps,
  tx: Tx,
  input: OptionInput,
  caller: Caller,
  offer: Offer,
): Promise<OptionRow> {
  const { market, quote, openedAt } = offer
  const id = deps.newId()
  const row = await addOption(tx, {
    id,
    order_no: `O${id.replaceAll('-', '').slice(-12).toUpperCase()}`,
    public_id: deps.newId(),
    user_id: caller.userId,
    mode: caller.mode,
    code: market.code,
    direction: input.direction,
    period_seconds: input.periodSeconds,
    stake: offer.stakeMinor,
    payout_rate: offer.payoutRate,
    settle_within_ms: offer.settings.tariff.settleWithinMs,
    source: quote.source,
    open_seq: BigInt(quote.seq),
    open_price: offer.openPrice,
    opened_at: BigInt(openedAt),
    expires_at: BigInt(openedAt + input.periodSeconds * 1000),
    close_seq: null,
    close_price: null,
    result: null,
    refund_reason: null,
    profit: null,
    closed_at: null,
  })
  const option = watchedOf(row)
  const neighbours = deps.board.recent(market.code, neighboursKept + 1).filter(({ seq }) => seq < quote.seq)
  const facts = openFacts(option, { quote, neighbours })
  await addEvents(tx, [{ order_id: id, number: 1, kind: 'open', at: BigInt(openedAt), facts }])
  // The ledger before the journal, as everywhere: two who keep the same quote then never wait for each other in a ring.
  const [outcome] = await deps.ledger.postIn(tx, [openPosting(option)])
  refuseShort(outcome)
  await deps.journal(tx, [...neighbours, quote])
  return row
}

/** 10011 when the customer is short, 10015 `reserve` when the operator could not pay every win that is promised. */
function refuseShort(outcome: PostingOutcome | undefined): void {
  if (outcome?.ok === true) return
  if (outcome?.why !== 'insufficient') throw new Error(`the ledger refused an option: ${outcome?.why}`)
  if (outcome.account?.class === 'customer') throw new Refusal(10011)
  throw new Refusal(10015, { reason: 'reserve' })
}
