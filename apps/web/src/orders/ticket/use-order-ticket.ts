import type { ContractOrder, ContractPreview, MarketInfo } from '@candor/contract'
import type { Market } from '@candor/rules'
import { type Direction, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { serverNow } from '../../live/server-time.ts'
import { marketOf } from '../../markets/market-of.ts'
import { type TradingPrice, useTradingPrice } from '../../markets/prices/use-trading-price.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { customerState } from '../../session/customer-state.ts'
import { useSession } from '../../session/session-store.ts'
import { lastFill } from '../one-click/last-fill.ts'
import { usePlaceAtOnce } from '../one-click/use-place-at-once.ts'
import {
  changeOrderForm,
  type OrderFormEvent,
  startOrderForm,
  takeOver,
} from '../order-form/change-order-form.ts'
import type { TicketInputs } from '../order-form/level-units.ts'
import {
  type ContractRequest,
  type LevelUnit,
  type OrderForm,
  requestOf,
  type SizeBy,
} from '../order-form/order-form.ts'
import { entryQuote } from '../order-form/order-levels.ts'
import { type OrderField, type OrderProblem, orderProblems } from '../order-form/order-problems.ts'
import { expiryOf, expiryProblem } from '../order-form/order-validity.ts'
import { inPricesAndLots, type RiskSteps, riskSteps } from '../order-form/order-volume.ts'
import { fieldOfFailure } from '../order-form/refused-field.ts'
import { slippageFor } from '../order-form/slippage.ts'
import { type AccountNow, type TicketCosts, ticketCosts } from '../order-form/ticket-costs.ts'
import { type WishedOrder, wishedOrder } from '../order-form/wished-order.ts'
import { useTagPlaced } from '../tags/next-tags.ts'
import { useAccountNow } from '../use-account-now.ts'
import { lastLevelUnit, rememberLevelUnit } from './level-unit.ts'
import { type DailyRange, useDailyRange } from './use-daily-range.ts'
import { type TicketRefusal, type TicketStep, useTicketSteps } from './use-ticket-steps.ts'

/** The last state of each market's ticket, so that moving to another market and back loses nothing. */
const drafts = customerState<ReadonlyMap<string, OrderForm>>(new Map())

export interface OrderTicketState {
  readonly market: Market
  readonly form: OrderForm
  readonly change: (event: OrderFormEvent) => void
  /** Changes the unit of the levels; they stay where they are. */
  readonly chooseLevelUnit: (unit: LevelUnit) => void
  /** Changes the unit of the volume; it stays what it is. */
  readonly chooseSizeBy: (sizeBy: SizeBy) => void
  readonly riskSteps: RiskSteps | null
  readonly dailyRange: DailyRange['dailyRange']
  readonly price: TradingPrice
  /** Opening and closing prices; for a waiting order, those of its own price. */
  readonly entry: TwoPrices | null
  readonly costs: TicketCosts | null
  readonly available: string | null
  /** Shown after a review was requested, or at once for a problem that is visible while typing. */
  readonly problems: readonly OrderProblem[]
  readonly refusal: TicketRefusal<OrderField> | null
  readonly step: TicketStep
  readonly review: () => void
  readonly back: () => void
  readonly preview: {
    readonly data: ContractPreview | undefined
    readonly failed: Error | null
    readonly at: number
  }
  readonly place: () => void
  /** Places the order without a review; null where it is reviewed: one-click trading is off, or the order waits for its price. */
  readonly placeAtOnce: (() => void) | null
  readonly placing: boolean
  readonly placed: ContractOrder | null
  readonly again: () => void
}

const previewEveryMs = 3_000

/** Decides what follows an order: it gets the chosen tags, and after a refusal that no field shows the review asks for new figures. */
function useOutcome(ask: () => unknown) {
  const onBought = useTagPlaced()
  // A problem that the form can fix is shown at its field; one that only time fixes stays in the review.
  const onRefused = ({ field }: TicketRefusal<OrderField>) => void (field === 'form' && ask())
  return { onBought, onRefused }
}

/** The form stays for the next order, and a message says what was filled. */
const atOnceOutcome = ({ onBought, onRefused }: ReturnType<typeof useOutcome>) => ({
  ...{ atOnce: true, onRefused },
  onBought: (order: ContractOrder) => {
    lastFill.set(order)
    onBought(order)
  },
})

/** State of one market's ticket: the form, its live costs, the review with the server's figures, and the sending. */
export function useOrderTicket(info: MarketInfo, direction?: Direction): OrderTicketState {
  const market = useMemo(() => marketOf(info), [info])
  const price = useTradingPrice(market, info)
  const { account, available } = useAccountNow()
  const inputs = useInputs(market, price, account)
  const steps = useTicketSteps('buyContract', fieldOfFailure)
  const { form: typed, change } = useForm(inputs, { info, direction, onWish: steps.again })
  const [reviewed, setReviewed] = useState<OrderForm | null>(null)
  const resolved = useMemo(() => inPricesAndLots(typed, inputs), [typed, inputs])
  // The reviewed order is sent unchanged, even if the price moves meanwhile.
  const form = steps.step === 'edit' || reviewed === null ? resolved : reviewed
  const { entry, costs, problems } = useFigures(form, market, price, account)
  const request = useMemo(() => requestOf(form), [form])
  const preview = usePreview(request, steps.step === 'review')
  const outcome = useOutcome(preview.refetch)
  const place = () => steps.buy({ ...request, ...promise(preview.data, form, market) }, outcome)
  const review = () => {
    setReviewed(form)
    steps.review(problems.length === 0)
  }
  const atOnce = usePlaceAtOnce(form, market, {
    shown: entry && openingPrice(form.direction, entry),
    fits: problems.length === 0,
    quote: () => {
      // Where a review follows, it is of this form.
      setReviewed(form)
      return preview.refetch()
    },
    send: (limits) => steps.buy({ ...request, ...limits }, atOnceOutcome(outcome)),
    refuse: steps.refuse,
    review,
  })
  return {
    market,
    form,
    change: (event) => {
      steps.changed()
      change(event)
    },
    ...unitChoices(change, form, inputs),
    riskSteps: useMemo(() => riskSteps(form, inputs), [form, inputs]),
    dailyRange: inputs.dailyRange,
    price,
    entry,
    costs,
    available,
    problems: steps.shown(problems),
    refusal: steps.refusal,
    step: steps.step,
    review,
    back: steps.back,
    preview: { data: preview.data, failed: preview.error, at: preview.dataUpdatedAt },
    place,
    placeAtOnce: atOnce.place,
    placing: steps.buying || atOnce.isQuoting,
    placed: steps.bought,
    again: steps.again,
  }
}

/** Changes of the units; what the form says stays what it is. */
const unitChoices = (change: (event: OrderFormEvent) => void, shown: OrderForm, inputs: TicketInputs) => ({
  chooseLevelUnit: (unit: LevelUnit) => {
    rememberLevelUnit(unit)
    change({ type: 'levelUnit', unit, shown, inputs })
  },
  chooseSizeBy: (sizeBy: SizeBy) => change({ type: 'sizeBy', sizeBy, shown, inputs }),
})

interface SettledInputs extends TicketInputs {
  /** False while a suggestion has to wait for the market's past. */
  readonly settled: boolean
}

/** Collects what the form is computed with. */
function useInputs(
  market: Market,
  { quote, conversion }: TradingPrice,
  { equityMinor }: AccountNow,
): SettledInputs {
  const { dailyRange, settled } = useDailyRange(market)
  return useMemo(
    () => ({ market, quote, conversion, equityMinor, dailyRange, settled }),
    [market, quote, conversion, equityMinor, dailyRange, settled],
  )
}

/** The prices an order would open at, with its costs and its problems. */
function useFigures(
  form: OrderForm,
  market: Market,
  { quote, conversion }: TradingPrice,
  account: AccountNow,
) {
  const entry = useMemo(() => quote && entryQuote(form, quote), [form, quote])
  const costs = useMemo(
    () => entry && conversion && ticketCosts(form, market, { quote: entry, conversion }, account),
    [form, market, entry, conversion, account],
  )
  const problems = useMemo(
    () =>
      [...orderProblems(form, market, quote), expiryProblem(form, serverNow())].filter(
        (problem) => problem !== null,
      ),
    [form, market, quote],
  )
  return { entry, costs, problems }
}

/** The server's own figures, refreshed every few seconds while they are shown. */
function usePreview(request: ContractRequest, on: boolean) {
  const { isLogin } = useSession()
  return useApiQuery('previewContract', request, {
    enabled: on && isLogin,
    refetchIntervalMs: previewEveryMs,
    staleMs: 0,
  })
}

/** Limits sent with a confirmation: the last price shown for an order that opens at once, the expiry for a waiting one. */
function promise(preview: ContractPreview | undefined, form: OrderForm, market: Market) {
  if (form.kind !== 'market') return { expiresAt: expiryOf(form, serverNow()) }
  if (preview === undefined || form.slippage === null) return {}
  return { quoteId: preview.quoteId, maxSlippage: slippageFor(preview.openPrice, market, form.slippage) }
}

interface FormStart {
  readonly info: MarketInfo
  readonly direction: Direction | undefined
  /** Called when an order chosen on the chart was taken over. */
  readonly onWish: () => void
}

/** The market's draft without its old suggestions, or a new form. */
function draftOf({ market, quote }: TicketInputs, { info, direction }: FormStart): OrderForm {
  const left = drafts.get().get(market.code) ?? startOrderForm(market, quote, lastLevelUnit())
  const draft = changeOrderForm(left, { type: 'leverage', leverage: left.leverage })
  const turned = direction === undefined ? draft : changeOrderForm(draft, { type: 'direction', direction })
  // In a closed market an order can only wait.
  const isClosed = !info.open && info.halted === null
  return isClosed && turned.kind === 'market'
    ? changeOrderForm(turned, { type: 'kind', kind: 'limit' })
    : turned
}

/** Changes after which empty fields get new suggestions at once, so that the next key finds them. */
const suggestsAfter: readonly OrderFormEvent['type'][] = [
  'direction',
  'kind',
  'price',
  'leverage',
  'levelUnit',
  'protected',
]

/** The draft of this market, with suggestions once there are a price and the market's past. */
function useForm(inputs: SettledInputs, start: FormStart) {
  const { market, quote, settled } = inputs
  const [form, setForm] = useState<OrderForm>(() => draftOf(inputs, start))
  const [started, setStarted] = useState(quote !== null)
  const withSuggestions = (changed: OrderForm) =>
    settled ? changeOrderForm(changed, { type: 'suggest', inputs }) : changed
  const change = (event: OrderFormEvent) =>
    setForm((now) => {
      const changed = changeOrderForm(now, event)
      return suggestsAfter.includes(event.type) ? withSuggestions(changed) : changed
    })
  useEffect(() => {
    if (inputs.quote === null || !inputs.settled) return
    setForm((now) => {
      const isNew = !started && !drafts.get().has(market.code)
      const lots = isNew ? startOrderForm(market, inputs.quote).lots : now.lots
      const first = lots === now.lots ? now : { ...now, lots }
      return changeOrderForm(first, { type: 'suggest', inputs })
    })
    setStarted(true)
  }, [inputs, market, started])
  useEffect(() => {
    if (started) drafts.set(new Map(drafts.get()).set(form.code, form))
  }, [form, started])
  useWishedOrder(market.code, (wish) => {
    setForm((now) => withSuggestions(takeOver(now, wish)))
    start.onWish()
  })
  return { form, change }
}

/** Takes over an order that was chosen on the chart of this market, once. */
function useWishedOrder(code: string, onWish: (wish: WishedOrder) => void): void {
  const wish = useSyncExternalStore(wishedOrder.subscribe, wishedOrder.get)
  const act = useRef(onWish)
  act.current = onWish
  useEffect(() => {
    if (wish?.code !== code) return
    wishedOrder.set(null)
    act.current(wish)
  }, [wish, code])
}
