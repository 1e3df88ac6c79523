import type { OrderStatus } from '@candor/rules'
import { contractMoves } from '@candor/rules/orders/contract.ts'
import type { Position } from './position.ts'

/** Moves an order by the rules' table; throws where the table has no such move, before the database would refuse the batch. */
export function moveOrder(position: Position, next: OrderStatus): void {
  if (!contractMoves[position.status].includes(next))
    throw new Error(`an order cannot become ${next} from ${position.status}: ${position.id}`)
  setStatus(position, next)
}

/** Marks a new order that the database refused: it never existed, so no move of the table applies. */
export const discardOrder = (position: Position): void => setStatus(position, 'cancelled')

function setStatus(order: { status: OrderStatus }, status: OrderStatus): void {
  order.status = status
}
