import { writeLots } from '@candor/money'
import { refusals } from '@candor/refusals'
import type { Market } from '@candor/rules'
import type { Direction, OrderKind, TwoPrices } from '@candor/rules/orders/contract.ts'
import { entryQuote, levelAt } from './order-levels.ts'
import type { OrderField } from './order-problems.ts'
import type { Validity } from './order-validity.ts'
import { roundLotsWorth } from './order-volume.ts'

/** What the customer has put into the ticket, as typed: nothing here is ever rewritten behind their back. */
export interface OrderForm {
  readonly code: string
  readonly direction: Direction
  readonly kind: OrderKind
  /** Where a limit or stop order waits. */
  readonly price: string
  /** How long a waiting order waits. */
  readonly valid: Validity
  /** The moment of one's own choice, as `2026-03-09T14:30` by the reader's clock; empty: none yet. */
  readonly validUntil: string
  /** What the volume is given in: lots, the worth of the position in USDT, or percent of the equity lost at the stop. */
  readonly sizeBy: SizeBy
  /** What was typed for a volume that is not given in lots. */
  readonly size: string
  readonly lots: string
  readonly leverage: number
  readonly stopLoss: string
  readonly takeProfit: string
  /** Both stop loss and take profit are wanted (specification §5); turning it off is a knowing choice. */
  readonly protected: boolean
  /** True once typed by hand: a suggestion never replaces what somebody wrote. */
  readonly ownStopLoss: boolean
  readonly ownTakeProfit: boolean
  /** The distance of a stop that follows the price; empty: none. */
  readonly trailing: string
  /** Tenths of a percent that a market order may fill worse than shown; null: as it comes. */
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

/** The careful start: a volume worth about 1 000 or the smallest, at most twofold leverage, both protections on. */
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

/** What a waiting or following order adds. A suggestion for another price is none for this one. */
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

/** Fills what is empty and not written by hand: a quarter of the margin to lose, half of it to win. */
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

/** What buyContract and previewContract take. */
export interface ContractAsk {
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

export function askOf(form: OrderForm): ContractAsk {
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

/** Where a refusal of the server belongs on the ticket. */
export const fieldOfRefusal = (code: number): OrderField => fieldOfCode[code] ?? 'form'
