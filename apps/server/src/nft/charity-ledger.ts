import type { CharityBook, CharityLine } from '@candor/contract'
import { writeUsdt } from '@candor/money'
import type { CharityTotals } from '@candor/rules'
import { sql } from 'kysely'
import type { ServerContext } from '../module.ts'
import type { Reader } from '../platform/database/database.ts'
import { type PageRequest, readPage } from '../platform/http/pages.ts'
import { picturesOf } from './work-response.ts'

/** The charity's account and what moved over it. */
export interface CharityAccount extends CharityTotals {
  readonly sales: number
  readonly transfers: number
  readonly promisedMinor: bigint
}

/**
 * The sales from the works, everything else from the ledger's own entries and balance, in one snapshot: two records that know nothing of
 * each other and must add up (trust T19).
 */
export async function charityAccount(reader: Reader): Promise<CharityAccount> {
  const { rows } = await sql<{
    sales: bigint
    sold: bigint
    fees: bigint
    credited: bigint
    transfers: bigint
    transferred: bigint
    kept: bigint
    promised: bigint
  }>`
    SELECT work.sales, work.sold, work.fees, account.credited, account.transfers, account.transferred,
           account.balance AS kept, account.held AS promised
      FROM (SELECT count(*) AS sales, coalesce(sum(sold_price), 0)::bigint AS sold, coalesce(sum(fee), 0)::bigint AS fees
              FROM nft_works WHERE state = 'sold') work
     CROSS JOIN ledger_charity account`.execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error('the charity’s account could not be read')
  return {
    sales: Number(row.sales),
    soldMinor: row.sold,
    feesMinor: row.fees,
    creditedMinor: row.credited,
    transfers: Number(row.transfers),
    transferredMinor: row.transferred,
    balanceMinor: row.kept,
    promisedMinor: row.promised,
  }
}

interface Entry {
  readonly sequence: bigint
  readonly kind: string
  readonly minor: bigint
  readonly at: Date
  readonly work_id: string | null
  readonly title: string | null
  readonly picture_id: string | null
  readonly drawing: string | null
  readonly sold_price: bigint | null
  readonly fee: bigint | null
  readonly recipient: string | null
  readonly network: 'ERC20' | 'TRC20' | null
  readonly address: string | null
  readonly hash: string | null
}

/** The entries of the charity's account, the newest first, each with the work or the transfer it names. */
async function entriesOf(reader: Reader, before: bigint | null, limit: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT e.seq AS sequence, e.kind, e.minor, e.created_at AS at, work.id AS work_id, work.title, work.picture_id, work.drawing,
           work.sold_price, work.fee, moved.recipient, moved.network, moved.address, moved.hash
      FROM ledger_charity_entries e
      LEFT JOIN nft_works work ON e.kind = 'nft-sale' AND work.id::text = e.reference
      LEFT JOIN nft_transfers moved ON e.kind = 'charity-transfer' AND moved.id::text = e.reference
     WHERE e.seq < ${before ?? lastSequence}::bigint
     ORDER BY e.seq DESC LIMIT ${limit}`.execute(reader)
  return rows
}

const lastSequence = 2n ** 63n - 1n

/** Lists donations from artworks and their transfers to the charity, for the public; the newest line first. */
export async function charityLedger(
  { db, clock, parameters }: ServerContext,
  page: PageRequest,
): Promise<CharityBook> {
  const [charity, account, { rows, nextCursor }] = await Promise.all([
    parameters.value('nft.charity'),
    charityAccount(db.query),
    readPage(page, (before, limit) => entriesOf(db.query, before, limit)),
  ])
  return {
    charity: String(charity),
    asOf: new Date(clock.now()).toISOString(),
    totals: {
      sales: account.sales,
      sold: writeUsdt(account.soldMinor),
      fees: writeUsdt(account.feesMinor),
      credited: writeUsdt(account.creditedMinor),
      transfers: account.transfers,
      transferred: writeUsdt(account.transferredMinor),
      kept: writeUsdt(account.balanceMinor),
      promised: writeUsdt(account.promisedMinor),
    },
    items: rows.map(lineOf),
    nextCursor,
  }
}

function lineOf(entry: Entry): CharityLine {
  const { work_id: id, title, sold_price: price, fee } = entry
  const sale = entry.kind === 'nft-sale'
  return {
    id: String(entry.sequence),
    kind: sale ? 'sale' : 'transfer',
    at: entry.at.toISOString(),
    amount: writeUsdt(sale ? (price ?? entry.minor) : entry.minor),
    fee: sale ? writeUsdt(fee ?? 0n) : null,
    credited: sale ? writeUsdt(entry.minor) : null,
    artwork: id === null || title === null ? null : { id, title, thumbnail: picturesOf(entry).thumbnail },
    recipient: entry.recipient,
    network: entry.network,
    address: entry.address,
    hash: entry.hash,
  }
}
