import { fundingChains, fundingNetworks } from '@candor/rules'
import type { Database } from '../platform/database/database.ts'

/** An address or a transaction hash of any network. */
const onChainForm = /^[0-9a-z]{20,100}$/i

/** Hashes and addresses of Ethereum are written with large digits or small ones, which are the same. */
const spellings = (words: string): readonly string[] => [...new Set([words, words.toLowerCase()])]

const mostOwners = 100

/** Finds customers with a payout address, removed ones too, or the one whose own deposit address it is. */
export async function ownersOfAddress({ query }: Database, address: string): Promise<readonly string[]> {
  if (!onChainForm.test(address)) return []
  const rows = await query
    .selectFrom('funding_payout_addresses')
    .select('user_id')
    .where('address', 'in', spellings(address))
    .union(
      query
        .selectFrom('funding_addresses')
        .select('user_id')
        .where('own', '=', true)
        .where('network', 'in', fundingNetworks)
        .where('address', 'in', spellings(address)),
    )
    .limit(mostOwners)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Finds customers with a deposit or a withdrawal of this transaction. */
export async function ownersOfTransaction({ query }: Database, hash: string): Promise<readonly string[]> {
  if (!onChainForm.test(hash)) return []
  const rows = await query
    .selectFrom('funding_deposits')
    .select('user_id')
    .where('chain', 'in', fundingChains)
    .where('hash', 'in', spellings(hash))
    .union(
      query
        .selectFrom('funding_withdrawals')
        .select('user_id')
        .where('network', 'in', fundingNetworks)
        .where('hash', 'in', spellings(hash)),
    )
    .limit(mostOwners)
    .execute()
  return rows.map((row) => row.user_id)
}
