import type { OptionPreview } from '@candor/contract'
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
import type { Caller } from '../../platform/http/caller.ts'
import { orRefuse } from '../../platform/http/refusal.ts'
import { optionMoment } from './option-market.ts'
import { writeUsdt } from './option-response.ts'
import { type OptionSettings, readSettings } from './option-tariff.ts'
import type { OptionsCustomer, OptionsDeps } from './options-deps.ts'
import { countOpen } from './options-store.ts'

export interface OptionInput {
  readonly code: string
  readonly direction: OptionDirection
  readonly periodSeconds: number
  readonly amount: string
}

export interface Offer extends OptionPlacement {
  readonly market: Market
  readonly quote: TradableQuote
  readonly settings: OptionSettings
  readonly openedAt: number
}

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

/** Data about the caller that decides an offer. */
export interface OptionAsker {
  readonly settings: OptionSettings
  readonly customer: OptionsCustomer
  readonly openNow: number
  /** Only at the purchase: a preview promises nothing. */
  readonly ownLimit?: Refused | null
}

export function decideOffer(deps: OptionsDeps, input: OptionInput, caller: Caller, requester: OptionAsker) {
  const { settings, customer, openNow, ownLimit = null } = requester
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
