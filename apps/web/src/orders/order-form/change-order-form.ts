import { writeLots } from '@candor/money'
import type { Market } from '@candor/rules'
import type { Direction, OrderKind, TwoPrices } from '@candor/rules/orders/contract.ts'
import type { OrderForm, SizeBy, Validity } from './order-form.ts'
import { entryQuote, levelAt } from './order-levels.ts'
import { roundLotsWorth } from './order-volume.ts'

export type OrderFormEvent =
  | { readonly type: 'direction'; readonly direction: Direction }
  | { readonly type: 'lots'; readonly text: string }
  | { readonly type: 'leverage'; readonly leverage: number }
  | { readonly type: 'stopLoss'; readonly text: string }
  | { readonly type: 'takeProfit'; readonly text: string }
  | { readonly type: 'protected'; readonly on: boolean }
  | { readonly type: 'kind'; readonly kind: OrderKind }
  | { readonly type: 'sizeBy'; readonly sizeBy: SizeBy }
  | { readonly type: 'price' | 'size' | 'trailing' | 'validUntil'; readonly text: string }
  | { readonly type: 'valid'; readonly valid: Validity }
  | { readonly type: 'slippage'; readonly tenths: number | null }
  | { readonly type: 'suggest'; readonly price: TwoPrices }

/** Cautious defaults: a volume worth about 1 000 or the smallest, at most twofold leverage, both protections on. */
export function startOrderForm(market: Market, price: TwoPrices | null): OrderForm {
  return {
    code: market.code,
    direction: 'buy',
    kind: 'market',
    price: '',
    valid: 'cancelled',
    validUntil: '',
    sizeBy: 'lots',
    size: '',
    lots: writeLots(roundLotsWorth(1000n, market, price)),
    leverage: Math.min(2, market.leverageMax),
    stopLoss: '',
    takeProfit: '',
    protected: true,
    ownStopLoss: false,
    ownTakeProfit: false,
    trailing: '',
    slippage: 2,
  }
}

export function changeOrderForm(form: OrderForm, event: OrderFormEvent, market: Market): OrderForm {
  switch (event.type) {
    case 'direction':
      return flip(form, event.direction)
    case 'lots':
      return { ...form, sizeBy: 'lots', lots: event.text }
    case 'leverage':
      return withoutSuggestions({ ...form, leverage: event.leverage })
    case 'stopLoss':
      return { ...form, stopLoss: event.text, ownStopLoss: event.text !== '' }
    case 'takeProfit':
      return { ...form, takeProfit: event.text, ownTakeProfit: event.text !== '' }
    case 'protected':
      return withoutSuggestions({ ...form, protected: event.on })
    case 'suggest':
      return suggest(form, event.price, market)
    default:
      return changeTerms(form, event)
  }
}

type TermsEvent = Exclude<
  OrderFormEvent,
  { readonly type: 'direction' | 'lots' | 'leverage' | 'stopLoss' | 'takeProfit' | 'protected' | 'suggest' }
>

/** Applies changes to the terms of waiting and trailing orders. Suggestions for another price are removed. */
function changeTerms(form: OrderForm, event: TermsEvent): OrderForm {
  switch (event.type) {
    case 'kind':
      return withoutSuggestions({ ...form, kind: event.kind })
    case 'price':
      return withoutSuggestions({ ...form, price: event.text })
    case 'sizeBy':
      return { ...form, sizeBy: event.sizeBy, size: '' }
    case 'size':
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

function withoutSuggestions(form: OrderForm): OrderForm {
  return {
    ...form,
    stopLoss: form.ownStopLoss ? form.stopLoss : '',
    takeProfit: form.ownTakeProfit ? form.takeProfit : '',
  }
}

/** Fills empty fields that were not typed by hand: a loss of a quarter of the margin, a gain of half of it. */
function suggest(form: OrderForm, now: TwoPrices, market: Market): OrderForm {
  const price = entryQuote(form, now)
  if (!form.protected || price === null) return form
  const stopLoss =
    form.stopLoss === '' && !form.ownStopLoss ? levelAt(form, price, market, -25) : form.stopLoss
  const takeProfit =
    form.takeProfit === '' && !form.ownTakeProfit ? levelAt(form, price, market, 50) : form.takeProfit
  return stopLoss === form.stopLoss && takeProfit === form.takeProfit
    ? form
    : { ...form, stopLoss, takeProfit }
}
