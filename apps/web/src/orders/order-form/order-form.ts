import type { Direction, OrderKind } from '@candor/rules/orders/contract.ts'

/** Fields of the ticket as typed: no field that the customer wrote is ever changed automatically. */
export interface OrderForm {
  readonly code: string
  readonly direction: Direction
  readonly kind: OrderKind
  /** Level of a limit or stop order. */
  readonly price: string
  /** True once typed by hand: a suggestion never replaces typed text. */
  readonly ownPrice: boolean
  /** Expiry of a waiting order. */
  readonly valid: Validity
  /** Custom expiry, as `2026-03-09T14:30` by the reader's clock; empty: none yet. */
  readonly validUntil: string
  /** Unit of the volume: lots, the value of the position in USDT, or percent of the equity lost at the stop. */
  readonly sizeBy: SizeBy
  /** The volume in that unit when it is not in lots. */
  readonly size: string
  /** True once typed by hand: the lots follow from the size. Until then the size is written from the lots. */
  readonly ownSize: boolean
  readonly lots: string
  readonly leverage: number
  /** Unit in which stop loss and take profit are typed. */
  readonly levelUnit: LevelUnit
  /** The typed distances from the opening price; read only when the unit is not the price. */
  readonly distances: Readonly<Record<LevelName, string>>
  /** Prices of the levels: typed, or computed from the distances. */
  readonly stopLoss: string
  readonly takeProfit: string
  /** Requires both stop loss and take profit (specification §5); the customer can turn it off deliberately. */
  readonly protected: boolean
  /** True once typed or cleared by hand: a suggestion replaces neither. */
  readonly ownStopLoss: boolean
  readonly ownTakeProfit: boolean
  /** The distance of a trailing stop; empty: none. */
  readonly trailing: string
  /** Maximum slippage of a market order, in tenths of a percent; null: no limit. */
  readonly slippage: number | null
}

export type LevelName = 'stopLoss' | 'takeProfit'

/** Unit of a level: its price, or a distance in pips, USDT, percent of the price, or average daily ranges. */
export type LevelUnit = 'price' | 'pips' | 'money' | 'percent' | 'range'
export const levelUnits: readonly LevelUnit[] = ['price', 'pips', 'money', 'percent', 'range']

/** Expiry of a waiting order: when cancelled, at the end of the reader's day, or at a custom time. */
export type Validity = 'cancelled' | 'day' | 'own'
export const validities: readonly Validity[] = ['cancelled', 'day', 'own']

export type SizeBy = 'lots' | 'money' | 'risk'
export const sizeChoices: readonly SizeBy[] = ['lots', 'money', 'risk']
export const kindChoices: readonly OrderKind[] = ['market', 'limit', 'stop']
export const slippageChoices: readonly (number | null)[] = [1, 2, 5, null]

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

export function requestOf(form: OrderForm): ContractRequest {
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
