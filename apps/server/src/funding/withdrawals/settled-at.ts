import { chainOfNetwork, fundingNetworks } from '@candor/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Chains } from '../chain/chain.ts'

/**
 * Expression for when the promised time of a withdrawal `w` ended: it was paid or answered (epoch ms; null: it waits). Where a node looks
 * at the network, a payment counts once it is in a block, elsewhere once it was sent (trust T11, ADR-170).
 */
export function settledAt(chains: Chains): RawBuilder<bigint | null> {
  const watched = fundingNetworks.filter((network) => chains[chainOfNetwork(network)] !== undefined)
  return sql`least(w.seen_at, (
    SELECT min(e.at) FROM funding_withdrawal_events e
     WHERE e.withdrawal_id = w.id AND e.status NOT IN ('pending', 'approved')
       AND (e.status <> 'sent' OR w.network IS NULL OR w.network <> ALL (${watched}::text[]))))`
}
