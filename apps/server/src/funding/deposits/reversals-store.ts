import type { ClaimShown, Recharge } from '@candor/contract'
import { reversalReasons } from '@candor/contract/funding/reversals-ops.ts'
import { Amount } from '@candor/money'
import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { ReversalTables } from './reversal-tables.ts'

const newest = 100

const rowsOf = (reader: Reader) =>
  reader
    .selectFrom('funding_reversals as r')
    .leftJoin('funding_claims_closed as c', 'c.deposit_id', 'r.deposit_id')
    .innerJoin('accounts_names as u', 'u.id', 'r.user_id')
    .selectAll('r')
    .select(['c.outcome', 'u.user_name'])

type ReversalRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const stateOf = ({ claim, outcome }: Pick<ReversalRow, 'claim' | 'outcome'>): ClaimShown['state'] =>
  claim === 0n ? 'none' : (outcome ?? 'open')

/** The reversals of these deposits as their customer reads them; absent: none. */
export async function reversalsOf(
  reader: Reader,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Recharge['reversal']>>> {
  if (depositIds.length === 0) return new Map()
  const rows = await rowsOf(reader)
    .where('r.deposit_id', 'in', [...depositIds])
    .execute()
  return new Map(
    rows.map((row) => [
      row.deposit_id,
      {
        at: new Date(Number(row.at)).toISOString(),
        reason: reasonKey(row.why),
        taken: new Amount(row.asset, row.taken).toString(),
        claim: new Amount(row.asset, row.claim).toString(),
        claimState: stateOf(row),
      },
    ]),
  )
}

/** The key of the words a customer reads. */
export const reasonKey = (why: string): string => `mail.depositReversed.${why}`

/** Adds the reversal of a deposit; returns false where it was reversed before. */
export async function addReversal(
  tx: Tx,
  row: Insertable<ReversalTables['funding_reversals']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('funding_reversals')
    .values(row)
    .onConflict((conflict) => conflict.column('deposit_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isReversed(reader: Reader, depositId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('funding_reversals')
    .select('deposit_id')
    .where('deposit_id', '=', depositId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the claim that is still open; null: there is none. */
export async function openClaim(reader: Reader, depositId: string): Promise<ReversalRow | null> {
  const row = await rowsOf(reader).where('r.deposit_id', '=', depositId).executeTakeFirst()
  return row !== undefined && stateOf(row) === 'open' ? row : null
}

/** The newest hundred, newest first, those still owed before all others. */
export async function newestReversals(reader: Reader): Promise<ClaimShown[]> {
  const rows = await rowsOf(reader).orderBy('r.sequence', 'desc').limit(newest).execute()
  return rows
    .map(
      (row): ClaimShown => ({
        id: row.deposit_id,
        customer: { id: row.user_id, userName: row.user_name },
        coin: row.asset,
        taken: new Amount(row.asset, row.taken).toString(),
        claim: new Amount(row.asset, row.claim).toString(),
        state: stateOf(row),
        why: reversalReasons.find((one) => one === row.why) ?? 'notReceived',
        reason: row.reason,
        at: new Date(Number(row.at)).toISOString(),
      }),
    )
    .sort((one, other) => Number(other.state === 'open') - Number(one.state === 'open'))
}
