import type { TriggerProbe } from './trigger-probe.ts'

/** The number comes from a sequence of the table, which a row as JSON does not have. */
const order = { client_id: 'a', number: 1, executed: 5, state: 'working', fence: 0, sent_at: 1 }

/** Triggers of hedging. */
export const hedgingProbes: Readonly<Record<string, TriggerProbe>> = {
  'hedging_orders.hedging_orders_check': {
    rows: [order],
    // Never the number of a leading engine.
    attempt: 'UPDATE hedging_orders SET sent_at = 2, fence = -1',
  },
  'hedging_orders.hedging_orders_move': {
    rows: [{ ...order, state: 'filled' }],
    attempt: `UPDATE hedging_orders SET state = 'working'`,
  },
  'hedging_fills.hedging_fills_stay': {
    rows: [{ fill_id: 'a', number: 1, paid: true }],
    attempt: 'UPDATE hedging_fills SET paid = false',
  },
}
