import type { Option } from '@candor/contract'
import { Amount } from '@candor/money'
import { refusalName, refusals } from '@candor/refusals'
import { type BoardQuote, type Refused, unsplit } from '@candor/rules'
import { Batcher } from '../../ledger/batcher.ts'
import type { PostingOutcome } from '../../ledger/ledger.ts'
import { type ReservedMoney, withReserved } from '../../ledger/spend-once.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext, InUse, OnceOutcome } from '../../platform/http/handlers.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { FreshPrices } from '../quotes/fresh-prices.ts'
import { decideOffer, type Offer, type OfferMoment, type OptionInput, offerMoment } from './offer-option.ts'
import { type OpeningQuote, openDetails, quotesOf } from './option-event-details.ts'
import { atFreshPrice } from './option-market.ts'
import { openPosting } from './option-postings.ts'
import type { OptionPurchasePorts, OptionsCustomer } from './option-purchase-ports.ts'
import { type NewOption, toOptionResponse } from './option-response.ts'
import { type OptionSettings, readSettings } from './option-tariff.ts'
import { addEvents, addOptions, countOpenOf, lockCustomers } from './options-store.ts'
import { eachOnce } from './settlement/quotes-once.ts'
import { type WatchedOption, watchedOf } from './settlement/watched-option.ts'

interface Purchase {
  readonly input: OptionInput
  readonly caller: Caller
  readonly idempotency: IdempotencyContext
  readonly customer: OptionsCustomer
  readonly ownLimit: Refused | null
  /** Limits the age of the price; null: as old as the market allows. */
  readonly prices: FreshPrices | null
  /** The stake, promised by the engine before the transaction that takes it. */
  readonly money: ReservedMoney
}

/** A purchase with all that its price is decided on. */
interface PricedPurchase extends Purchase {
  readonly settings: OptionSettings
  readonly moment: OfferMoment
  /** Quotes right before the one of the moment, shown with it on the receipt. */
  readonly neighbours: readonly BoardQuote[]
}

interface PreparedPurchase {
  readonly purchase: PricedPurchase
  readonly offer: Offer
  readonly row: NewOption
  readonly option: WatchedOption
  readonly opening: OpeningQuote
}

/** Options open for sure, by account. */
type OpenCounts = Map<string, number>

type RefusedPurchase = readonly [PricedPurchase, Error]

/** Purchases decided before any money is reserved. */
interface ScreenedPurchases {
  readonly prepared: PreparedPurchase[]
  readonly refused: RefusedPurchase[]
  /** One too many, if all that came before them is paid for. */
  readonly crowdedOut: PricedPurchase[]
}

interface PostedPurchases {
  readonly accepted: PreparedPurchase[]
  readonly refused: RefusedPurchase[]
}

interface Bought {
  readonly prepared: PreparedPurchase
  readonly response: Option
}

/** `aged`: the price grew too old while the purchase waited for its batch. */
type Outcome = OnceOutcome<Option> | InUse | { readonly aged: true }

/** More open options than are allowed (rulebook, Options). */
const neighbourCount = 5
/** One batch commits while the next is filled: purchases meet in the operator's capital anyway. */
const gathering = { lanes: 1, largest: 200 }
const patienceMs = 10_000

/**
 * Buys options at the mid of the newest tradable quote: stake and promised win are set aside, the option stored with the
 * quote that opened it. Purchases that arrive together share a commit; each is accepted or refused on its own, in the
 * order of arrival. An option is watched from its commit on.
 */
export class OptionPurchases {
  private readonly ports: OptionPurchasePorts
  private readonly batcher: Batcher<Purchase, Outcome>

  constructor(ports: OptionPurchasePorts) {
    this.ports = ports
    this.batcher = new Batcher((purchases) => this.buyTogether(purchases), {
      ...gathering,
      patienceMs: ports.patienceMs ?? patienceMs,
    })
  }

  buy(input: OptionInput, caller: Caller, idempotency: IdempotencyContext): Promise<Option> {
    const { customerOf, ownLimit } = this.ports
    return atFreshPrice(this.ports, caller, input.code, async (prices) => {
      const customer = await customerOf(caller.userId)
      const own = (await ownLimit?.(caller.userId, caller.mode)) ?? null
      const stake = { asset: 'USDT', minor: Amount.parse('USDT', input.amount)?.minor ?? 0n } as const
      // Each stake is promised and ended by itself: what a refused purchase would have taken is free for those after it.
      return withReserved(this.ports, caller, stake, (money) =>
        this.submit({ input, caller, idempotency, customer, ownLimit: own, prices, money }),
      )
    })
  }

  /** Submits a purchase, and waits for a fresh price or a key that another call uses: no other purchase waits here. */
  private async submit(purchase: Purchase): Promise<Option> {
    for (;;) {
      const outcome = await this.batcher.submit(purchase)
      if ('response' in outcome) return outcome.response
      if ('refused' in outcome) throw outcome.refused
      if ('inUse' in outcome) await this.ports.untilFree(purchase)
      else await purchase.prices?.untilFresh()
    }
  }

  private async buyTogether(purchases: readonly Purchase[]): Promise<readonly Outcome[]> {
    const settings = await readSettings(this.ports)
    const due = purchases.filter(({ prices }) => (prices?.obstacle() ?? null) === null)
    const priced = due.map((purchase) => this.priced(purchase, settings))
    // Outside the transaction, so that it does not wait for others. A kill after the commit then loses no quote that a receipt names.
    await this.ports.settler.ensureStored(priced.flatMap(openingQuotes))
    let bought: readonly Bought[] = []
    const outcomes = await this.ports.runTogether<Option, PricedPurchase>(priced, async (tx, fresh) => {
      const openCounts = await this.countOpen(tx, fresh)
      const ends = new Map<PricedPurchase, OnceOutcome<Option>>()
      const accepted: PreparedPurchase[] = []
      let remaining: readonly PricedPurchase[] = fresh
      while (remaining.length > 0) {
        const screened = this.judge(remaining, openCounts)
        const posted = await this.post(tx, screened.prepared, openCounts)
        for (const [purchase, refused] of [...screened.refused, ...posted.refused])
          ends.set(purchase, { refused })
        accepted.push(...posted.accepted)
        remaining = screened.crowdedOut
      }
      const responses = await this.store(tx, accepted)
      bought = accepted.map((prepared, at) => ({ prepared, response: responses[at] as Option }))
      for (const { prepared, response } of bought) ends.set(prepared.purchase, { response })
      return fresh.map((purchase) => ends.get(purchase) as OnceOutcome<Option>)
    })
    for (const { prepared, response } of bought) {
      const { userId, mode } = prepared.purchase.caller
      this.ports.settler.add(prepared.option)
      this.ports.events.publish(userId, mode, 'order', response)
    }
    return purchases.map((purchase) => outcomes[due.indexOf(purchase)] ?? { aged: true })
  }

  /** Takes the newest tradable quote of this moment, which decides the purchase whenever it is written. */
  private priced(purchase: Purchase, settings: OptionSettings): PricedPurchase {
    const { input, caller, customer } = purchase
    const who = { mode: caller.mode, country: customer.country }
    const offered = offerMoment(this.ports, input.code, who, settings)
    const noFreshPrice = purchase.prices?.anyTooOld === true ? 'stale' : null
    const moment = { ...offered, unavailable: offered.unavailable ?? noFreshPrice }
    const recent = moment.quote === null ? [] : this.ports.board.recent(input.code, neighbourCount + 1)
    const neighbours = recent.filter(({ seq }) => seq < (moment.quote?.seq ?? 0))
    return { ...purchase, settings, moment, neighbours }
  }

  /** Counts the open options of each of these customers, and locks the count until the commit. */
  private async countOpen(tx: Tx, purchases: readonly PricedPurchase[]): Promise<OpenCounts> {
    const userIds = purchases.map(({ caller }) => caller.userId)
    await lockCustomers(tx, userIds)
    return countOpenOf(tx, userIds)
  }

  /**
   * Decides purchases in order, each at the quote of its moment. An accepted purchase counts as open for later ones. A purchase that exceeds
   * the limit only because of others without an outcome is not refused, but decided again when their outcome is known.
   */
  private judge(purchases: readonly PricedPurchase[], openCounts: OpenCounts): ScreenedPurchases {
    const screened: ScreenedPurchases = { prepared: [], refused: [], crowdedOut: [] }
    const before = new Map<string, number>()
    for (const purchase of purchases) {
      const { input, settings, moment, customer, ownLimit } = purchase
      const name = accountOf(purchase)
      const confirmed = openCounts.get(name) ?? 0
      const tentative = before.get(name) ?? 0
      const offerContext = { settings, customer, openNow: confirmed + tentative, ownLimit }
      const decision = decideOffer(input, moment, offerContext)
      if (decision.ok) {
        before.set(name, tentative + 1)
        screened.prepared.push(this.prepare(purchase, decision.value))
      } else if (decision.code === refusals.tooManyOptions && tentative > 0)
        screened.crowdedOut.push(purchase)
      else screened.refused.push([purchase, new Refusal(refusalName(decision.code), decision.details)])
    }
    return screened
  }

  /** Sets stakes and promised wins aside; what is taken counts as open from then on. */
  private async post(
    tx: Tx,
    prepared: readonly PreparedPurchase[],
    openCounts: OpenCounts,
  ): Promise<PostedPurchases> {
    const result: PostedPurchases = { accepted: [], refused: [] }
    if (prepared.length === 0) return result
    const postings = prepared.map(({ option, purchase }) => purchase.money.pay(openPosting(option)))
    const posted = await this.ports.ledger.postIn(tx, postings)
    for (const [at, one] of prepared.entries()) {
      const outcome = posted[at]
      if (outcome === undefined) throw new Error('the ledger returned no outcome for an option')
      const refusal = (await one.purchase.money.paid(tx, postings[at], outcome)) ?? shortCapital(outcome)
      if (refusal !== null) {
        result.refused.push([one.purchase, refusal])
        continue
      }
      const name = accountOf(one.purchase)
      openCounts.set(name, (openCounts.get(name) ?? 0) + 1)
      result.accepted.push(one)
    }
    return result
  }

  private prepare(purchase: PricedPurchase, offer: Offer): PreparedPurchase {
    const row = this.rowOf(purchase, offer)
    const fill = purchase.prices?.figuresOf(offer.market, offer.quote) ?? null
    const opening = { quote: offer.quote, neighbours: purchase.neighbours, fill }
    return { purchase, offer, row, option: watchedOf(row), opening }
  }

  private rowOf({ input, caller }: Purchase, offer: Offer): NewOption {
    const { market, quote, openedAt } = offer
    const id = this.ports.newId()
    return {
      id,
      order_no: `O${id.replaceAll('-', '').slice(-12).toUpperCase()}`,
      public_id: this.ports.newId(),
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
    }
  }

  /** Stores rows, events and quotes that the ledger accepted. The journal comes last, as everywhere, to avoid deadlocks. */
  private async store(tx: Tx, accepted: readonly PreparedPurchase[]): Promise<Option[]> {
    if (accepted.length === 0) return []
    const rows = await addOptions(
      tx,
      accepted.map(({ row }) => row),
    )
    await addEvents(
      tx,
      accepted.map(({ row, option, opening }) => ({
        order_id: row.id,
        number: 1,
        kind: 'open' as const,
        at: row.opened_at,
        facts: openDetails(option, opening),
      })),
    )
    await this.ports.journal(tx, eachOnce(accepted.flatMap(({ opening }) => quotesOf(opening))))
    return accepted.map(({ row, offer }) => {
      const stored = rows.get(row.id)
      if (stored === undefined) throw new Error(`the option ${row.id} was not stored`)
      return toOptionResponse(stored, { lastPrice: offer.openPrice, split: unsplit }, offer.market.digits)
    })
  }
}

const openingQuotes = ({ moment: { quote }, neighbours }: PricedPurchase): readonly BoardQuote[] =>
  quote === null ? [] : quotesOf({ quote, neighbours })

const accountOf = ({ caller }: Purchase): string => `${caller.mode} ${caller.userId}`

/** `unavailable` `reserve` when the operator could not pay every win that is promised. */
function shortCapital(outcome: PostingOutcome): Refusal | null {
  if (outcome.ok) return null
  if (outcome.why !== 'insufficient') throw new Error(`the ledger refused an option: ${outcome.why}`)
  return new Refusal('unavailable', { reason: 'reserve' })
}
