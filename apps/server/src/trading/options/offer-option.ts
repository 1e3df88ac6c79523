import type { AccountMode, OptionPreview } from '@candor/contract'
import { parseUsdt, writePrice, writeRate, writeUsdt } from '@candor/money'
import {
  breakEvenWinRate,
  decideOption,
  expectedAtEvenOddsMinor,
  type Market,
  type OptionDirection,
  type OptionPlacement,
  optionWinMinor,
  type Refused,
  rollAfter,
  type TradableQuote,
} from '@candor/rules'
import type { Caller } from '../../platform/http/caller.ts'
import { orRefuse } from '../../platform/http/refusal.ts'
import { type OptionMoment, optionMoment } from './option-market.ts'
import type { OptionPurchasePorts, OptionsCustomer } from './option-purchase-ports.ts'
import { type OptionSettings, readSettings } from './option-tariff.ts'
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
  ports: OptionPurchasePorts,
  input: OptionInput,
  caller: Caller,
): Promise<OptionPreview> {
  const [settings, customer] = await Promise.all([readSettings(ports), ports.customerOf(caller.userId)])
  const openNow = await countOpen(ports.db.query, caller.userId, caller.mode)
  const moment = offerMoment(ports, input.code, { mode: caller.mode, country: customer.country }, settings)
  const offer = orRefuse(decideOffer(input, moment, { settings, customer, openNow }))
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
export interface OptionRequester {
  readonly settings: OptionSettings
  readonly customer: OptionsCustomer
  readonly openNow: number
  /** Only at the purchase: a preview promises nothing. */
  readonly ownLimit?: Refused | null
}

/** State of a market that an offer is decided on. Read once, so that its quote can be stored before the decision is written. */
export interface OfferMoment extends OptionMoment {
  /** Null: there is no such market. */
  readonly market: Market | null
  /** Epoch ms. */
  readonly at: number
}

export function offerMoment(
  ports: OptionPurchasePorts,
  code: string,
  who: { readonly mode: AccountMode; readonly country: string | null },
  settings: OptionSettings,
): OfferMoment {
  const market = ports.board.market(code)
  const moment =
    market === null ? { unavailable: null, quote: null } : optionMoment(ports, market, who, settings)
  return { ...moment, market, at: ports.clock.now() }
}

export function decideOffer(input: OptionInput, moment: OfferMoment, requester: OptionRequester) {
  const { settings, customer, openNow, ownLimit = null } = requester
  const { market, unavailable, quote, at } = moment
  const decision = decideOption(
    {
      periodSeconds: input.periodSeconds,
      stakeMinor: parseUsdt(input.amount),
    },
    {
      offered: market !== null && !settings.disabledMarkets.includes(market.code),
      tariff: settings.tariff,
      at,
      rollsAt: rollAfter(input.code, at),
      frozen: customer.frozen,
      openNow,
      ownLimit,
      unavailable,
      mid: quote?.mid ?? null,
    },
  )
  if (!decision.ok) return decision
  if (market === null || quote === null) throw new Error('an accepted option has a market and a quote')
  const offer: Offer = { ...decision.value, market, quote, settings, openedAt: at }
  return { ok: true, value: offer } as const
}
