import { writeLots } from '@candor/money'
import type { Market } from '@candor/rules'
import {
  type Direction,
  type OrderKind,
  openingPrice,
  type TwoPrices,
} from '@candor/rules/orders/contract.ts'
import { distanceOf, type TicketInputs } from './level-units.ts'
import type { LevelName, LevelUnit, OrderForm, SizeBy, Validity } from './order-form.ts'
import { entryAwayBy, entryQuote, levelAwayBy, shareOfMargin } from './order-levels.ts'
import { entryProblem } from './order-problems.ts'
import { roundLotsWorth, sizeIn, withVolume } from './order-volume.ts'
import type { WishedOrder } from './wished-order.ts'

export type OrderFormEvent =
  | { readonly type: 'direction'; readonly direction: Direction }
  | { readonly type: 'lots'; readonly text: string }
  | { readonly type: 'leverage'; readonly leverage: number }
  | { readonly type: 'stopLoss'; readonly text: string }
  | { readonly type: 'takeProfit'; readonly text: string }
  | { readonly type: 'protected'; readonly on: boolean }
  | { readonly type: 'kind'; readonly kind: OrderKind }
  /** The volume is that of the form as it is shown, which the new unit takes over. */
  | {
      readonly type: 'sizeBy'
      readonly sizeBy: SizeBy
      readonly shown: OrderForm
      readonly inputs: TicketInputs
    }
  | { readonly type: 'price' | 'size' | 'trailing' | 'validUntil'; readonly text: string }
  | { readonly type: 'valid'; readonly valid: Validity }
  | { readonly type: 'slippage'; readonly tenths: number | null }
  /** The levels are those of the form as it is shown, which the new unit takes over. */
  | {
      readonly type: 'levelUnit'
      readonly unit: LevelUnit
      readonly shown: OrderForm
      readonly inputs: TicketInputs
    }
  | { readonly type: 'suggest'; readonly inputs: TicketInputs }

/** Cautious defaults: a volume worth about 1 000 or the smallest, at most twofold leverage, both protections on. */
export function startOrderForm(
  market: Market,
  price: TwoPrices | null,
  levelUnit: LevelUnit = 'price',
): OrderForm {
  return {
    code: market.code,
    direction: 'buy',
    kind: 'market',
    price: '',
    ownPrice: false,
    valid: 'cancelled',
    validUntil: '',
    sizeBy: 'lots',
    size: '',
    ownSize: false,
    lots: writeLots(roundLotsWorth(1000n, market, price)),
    leverage: Math.min(2, market.leverageMax),
    levelUnit,
    distances: { stopLoss: '', takeProfit: '' },
    stopLoss: '',
    takeProfit: '',
    protected: true,
    ownStopLoss: false,
    ownTakeProfit: false,
    trailing: '',
    slippage: 2,
  }
}

export function changeOrderForm(form: OrderForm, event: OrderFormEvent): OrderForm {
  switch (event.type) {
    case 'direction':
      return flip(form, event.direction)
    case 'lots':
      return { ...form, sizeBy: 'lots', lots: event.text }
    case 'leverage':
      return withoutSuggestions({ ...form, leverage: event.leverage })
    case 'stopLoss':
      return { ...typedLevel(form, 'stopLoss', event.text), ownStopLoss: true }
    case 'takeProfit':
      return { ...typedLevel(form, 'takeProfit', event.text), ownTakeProfit: true }
    case 'levelUnit':
      return inUnit(form, event)
    case 'protected':
      return withoutSuggestions({ ...form, protected: event.on })
    case 'suggest':
      return suggest(form, event.inputs)
    default:
      return changeTerms(form, event)
  }
}

/** Puts the chosen order into the form; volume and typed levels stay. */
export const takeOver = (form: OrderForm, { direction, kind, price }: WishedOrder): OrderForm =>
  [
    { type: 'direction', direction } as const,
    { type: 'kind', kind } as const,
    { type: 'price', text: price } as const,
  ].reduce(changeOrderForm, form)

type TermsEvent = Exclude<
  OrderFormEvent,
  {
    readonly type:
      | 'direction'
      | 'lots'
      | 'leverage'
      | 'stopLoss'
      | 'takeProfit'
      | 'protected'
      | 'levelUnit'
      | 'suggest'
  }
>

/** Applies changes to the terms of waiting and trailing orders. Suggestions for another price are removed. */
function changeTerms(form: OrderForm, event: TermsEvent): OrderForm {
  switch (event.type) {
    case 'kind':
      return withoutSuggestions({ ...form, kind: event.kind })
    case 'price':
      return { ...withoutSuggestions({ ...form, price: event.text, ownPrice: true }), ownPrice: true }
    case 'sizeBy':
      return sizedBy(form, event)
    case 'size':
      return { ...form, size: event.text, ownSize: true }
    case 'trailing':
    case 'validUntil':
      return { ...form, [event.type]: event.text }
    case 'valid':
      return { ...form, valid: event.valid }
    case 'slippage':
      return { ...form, slippage: event.tenths }
  }
}

function flip(form: OrderForm, direction: Direction): OrderForm {
  return direction === form.direction ? form : withoutSuggestions({ ...form, direction })
}

/** A suggested price of a waiting order goes too: the other direction or type waits on the other side. A field cleared by hand is free again. */
function withoutSuggestions(form: OrderForm): OrderForm {
  const isOwn = {
    price: form.ownPrice && form.price !== '',
    stopLoss: form.ownStopLoss && levelText(form, 'stopLoss') !== '',
    takeProfit: form.ownTakeProfit && levelText(form, 'takeProfit') !== '',
  }
  const { stopLoss, takeProfit } = form.distances
  return {
    ...form,
    ownPrice: isOwn.price,
    ownStopLoss: isOwn.stopLoss,
    ownTakeProfit: isOwn.takeProfit,
    price: isOwn.price ? form.price : '',
    stopLoss: isOwn.stopLoss ? form.stopLoss : '',
    takeProfit: isOwn.takeProfit ? form.takeProfit : '',
    distances: {
      stopLoss: isOwn.stopLoss ? stopLoss : '',
      takeProfit: isOwn.takeProfit ? takeProfit : '',
    },
  }
}

/** A level as it is typed: a price or a distance. */
const levelText = (form: OrderForm, name: LevelName): string =>
  form.levelUnit === 'price' ? form[name] : form.distances[name]

/** Stores a typed level, as a price or as a distance. */
const typedLevel = (form: OrderForm, name: LevelName, text: string): OrderForm =>
  form.levelUnit === 'price'
    ? { ...form, [name]: text }
    : { ...form, distances: { ...form.distances, [name]: text } }

/** Changes the unit of the levels; they stay where they are. */
function inUnit(
  form: OrderForm,
  { unit, shown, inputs }: Extract<OrderFormEvent, { readonly type: 'levelUnit' }>,
): OrderForm {
  const { stopLoss, takeProfit } = shown
  const distance = (name: LevelName) => distanceOf(name, unit, shown, inputs)
  return {
    ...form,
    levelUnit: unit,
    stopLoss,
    takeProfit,
    distances: { stopLoss: distance('stopLoss'), takeProfit: distance('takeProfit') },
  }
}

/** Changes the unit of the volume; it stays what it is. A risk is measured to a stop, so that cannot follow from the volume. */
function sizedBy(
  form: OrderForm,
  { sizeBy, shown, inputs }: Extract<OrderFormEvent, { readonly type: 'sizeBy' }>,
): OrderForm {
  const isCircular = sizeBy === 'risk' && form.levelUnit === 'money'
  const based = isCircular ? inUnit(form, { type: 'levelUnit', unit: 'price', shown, inputs }) : form
  return { ...based, sizeBy, size: sizeIn(sizeBy, shown, inputs), ownSize: false, lots: shown.lots }
}

/** Fills empty fields that were not typed by hand: the price of a waiting order, and the two levels. */
function suggest(form: OrderForm, inputs: TicketInputs): OrderForm {
  const { quote, dailyRange } = inputs
  if (quote === null) return form
  const unit = form.levelUnit === 'range' && dailyRange === null ? 'price' : form.levelUnit
  const waiting = suggestEntry({ ...form, levelUnit: unit }, quote, inputs)
  const suggested = suggestLevels(waiting, quote, inputs)
  return sameSuggestions(form, suggested) ? form : suggested
}

const sameSuggestions = (form: OrderForm, other: OrderForm): boolean =>
  form.levelUnit === other.levelUnit &&
  form.price === other.price &&
  form.stopLoss === other.stopLoss &&
  form.takeProfit === other.takeProfit &&
  form.distances.stopLoss === other.distances.stopLoss &&
  form.distances.takeProfit === other.distances.takeProfit

/** A quarter of an average day away from the current price, where that is known, else a thousandth of the price. */
function suggestEntry(form: OrderForm, now: TwoPrices, { market, dailyRange }: TicketInputs): OrderForm {
  if (form.kind === 'market' || form.ownPrice) return form
  // The market may have passed a suggested price meanwhile.
  if (form.price !== '' && entryProblem(form, market, now) === null) return form
  const away = dailyRange === null ? openingPrice(form.direction, now) / 1000n : dailyRange / 4n
  return { ...form, price: entryAwayBy(form, now, market, away) }
}

/**
 * Suggests a stop loss one average day away, but where that would be more than a quarter of the margin, or is not known, at that
 * quarter; and a take profit twice as far.
 */
function suggestLevels(form: OrderForm, now: TwoPrices, inputs: TicketInputs): OrderForm {
  const price = entryQuote(form, now)
  if (!form.protected || price === null) return form
  const { market, dailyRange } = inputs
  const most = shareOfMargin(form, price, 25)
  const away = dailyRange === null || dailyRange > most ? most : dailyRange
  const levels = {
    stopLoss: levelAwayBy(form.direction, price, market, -away),
    takeProfit: levelAwayBy(form.direction, price, market, 2n * away),
  }
  const isFree = { stopLoss: !form.ownStopLoss, takeProfit: !form.ownTakeProfit }
  const inPlace = (name: LevelName): string => {
    const text = levelText(form, name)
    if (text !== '' || !isFree[name]) return text
    return form.levelUnit === 'price'
      ? levels[name]
      : distanceOf(name, form.levelUnit, withVolume({ ...form, ...levels }, inputs), inputs)
  }
  const texts = { stopLoss: inPlace('stopLoss'), takeProfit: inPlace('takeProfit') }
  return form.levelUnit === 'price' ? { ...form, ...texts } : { ...form, distances: texts }
}
