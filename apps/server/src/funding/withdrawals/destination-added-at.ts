import { sql } from 'kysely'

/** Time at which the address or card of a withdrawal `w` was added, before it; null once it was erased. */
export const destinationAddedAt = sql<bigint | null>`coalesce(
  (SELECT max(place.created_at) FROM funding_payout_addresses place
    WHERE place.user_id = w.user_id AND place.network = w.network AND place.address = w.address
      AND place.created_at <= w.created_at),
  (SELECT card.created_at FROM funding_bank_cards card WHERE card.id = w.bank_card))`
