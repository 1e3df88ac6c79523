import type { PriceAlert } from '@candor/contract'
import { type Price, writePrice } from '@candor/money'
import { isoOrNull } from '../platform/iso-time.ts'
import type { AlertRow } from './alerts-store.ts'

/** An alert as the contract has it, prices with the market's digits. */
export const toAlertResponse = (row: AlertRow, digits: number): PriceAlert => ({
  id: row.id,
  code: row.code,
  price: writePrice(row.price as Price, digits),
  side: row.side,
  createdAt: new Date(Number(row.created_at)).toISOString(),
  firedAt: isoOrNull(row.fired_at),
  firedPrice: row.fired_price === null ? null : writePrice(row.fired_price as Price, digits),
  source: row.source,
})
