/** A price of an order or of an alert, to be drawn across the chart. */
export interface OrderLevel {
  /** The order's id, or the alert's. */
  readonly orderId: string
  readonly price: number
  readonly kind: 'open' | 'entry' | 'stopLoss' | 'takeProfit' | 'alert'
  readonly label: string
}

/** A level dragged to another price: a wish, until it has been confirmed. */
export type LevelMoved = (level: OrderLevel, price: number) => void

/** Identifies the line of a level. */
export const idOf = ({ orderId, kind }: OrderLevel): string => `${kind} ${orderId}`

/** Checks whether a level can be dragged: the price of what is open has happened, and an alert is removed and set again. */
export const canMove = ({ kind }: OrderLevel): boolean => kind !== 'open' && kind !== 'alert'
