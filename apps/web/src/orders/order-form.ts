import { writeLots } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import type { Market } from '@candor/rules'
import type { Direction, OrderKind, TwoPrices } from '@candor/rules/orders/contract.ts'
import { entryQuote, levelAt } from './order-levels.ts'
import type { OrderField } from './order-problems.ts'
import type { Validity } from './order-validity.ts'
import { roundLotsWorth } from './order-volume.ts'

/** Fields of the ticket as typed: no field that the customer wrote is ever changed automatically. */
export interface OrderForm {
  readonly code: string
  readonly direction: Direction
  readonly kind: OrderKind
  /** Level of a limit or stop order. */
  readonly price: string
  /** Expiry of a waiting order. */
  readonly valid: Validity
  /** Custom expiry, as `2026-03-09T14:30` by the reader's clock; empty: none yet. */
  readonly validUntil: string
  /** Unit of the volume: lots, the value of the position in USDT, or percent of the equity lost at the stop. */
  readonly sizeBy: SizeBy
  /** The typed volume when it is not in lots. */
  readonly size: string
  readonly lots: string
  readonly leverage: number
  readonly stopLoss: string
  readonly takeProfit: string
  /** Requires both stop loss and take profit (specification §5); the customer can turn it off deliberately. */
  readonly protected: boolean
  /** True once typed by hand: a suggestion never replaces typed text. */
  readonly ownStopLoss: boolean
  readonly ownTakeProfit: boolean
  /** The distance of a trailing stop; empty: none. */
  readonly trailing: string
  /** Maximum slippage of a market order, in tenths of a percent; null: no limit. */
  readonly slippage: number | null
}

export type SizeBy = 'lots' | 'money' | 'risk'
export const sizeChoices: readonly SizeBy[] = ['lots', 'money', 'risk']
export const kindChoices: readonly OrderKind[] = ['market', 'limit', 'stop']
export const slippageChoices: readonly (number | null)[] = [1, 2, 5, null]

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

/** Shared input of buyContract and previewContract. */
export interface ContractRequest {
  readonly code: string
  readonly direction: Direction
  readonly lots: string
  readonly leverage: number
  readonly kind: OrderKind
  readonly price: string | null
  readonly stopLoss: string | null
  readonly takeProfit: string | null
  readonly protected: boolean
  readonly trailing: string | null
}

export function askOf(form: OrderForm): ContractRequest {
  const level = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    code: form.code,
    direction: form.direction,
    lots: form.lots.trim(),
    leverage: form.leverage,
    kind: form.kind,
    price: form.kind === 'market' ? null : level(form.price),
    stopLoss: level(form.stopLoss),
    takeProfit: level(form.takeProfit),
    protected: form.protected,
    trailing: level(form.trailing),
  }
}

const fieldOfCode: Readonly<Record<number, OrderField>> = {
  [refusals.stopLossInvalid]: 'stopLoss',
  [refusals.takeProfitInvalid]: 'takeProfit',
  [refusals.protectionRequired]: 'takeProfit',
  [refusals.lotsInvalid]: 'lots',
  [refusals.leverageNotOffered]: 'leverage',
  [refusals.triggerPriceInvalid]: 'price',
  [refusals.insufficientFunds]: 'lots',
}

/** Finds the ticket field for a refusal of the server. */
export const fieldOfRefusal = (code: number): OrderField => fieldOfCode[code] ?? 'form'
