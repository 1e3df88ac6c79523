import { type WishedOrder, wishedOrder } from '../orders/order-form/wished-order.ts'
import { goTo, pathNow } from '../shell/place.ts'
import { showTicket } from './workspace/workspace-store.ts'

/** Brings the ticket of the market into sight with this order, from whichever page shows its chart. */
export function orderAtPrice(wish: WishedOrder): void {
  showTicket()
  wishedOrder.set(wish)
  if (pathNow() !== '/market') goTo(`/market?code=${encodeURIComponent(wish.code)}`)
}
