import type { ProductTerms } from '@candor/contract'
import { productTerms } from '@candor/contract/smart/smart-ops.ts'
import type { SmartTimeframe } from '@candor/rules'
import { sql } from 'kysely'
import type { ProposalPeople } from '../back-office/proposals/proposal-kind.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { type ListedProduct, productsWhere } from './smart-store.ts'

export const newestChanges = 100

/** Every product in its order, sold or not. */
export const allProducts = (reader: Reader) => productsWhere(reader, null)

/** Sales of a product; amounts in USDT's smallest unit. */
export interface Sold {
  readonly openPlans: number
  readonly principal: bigint
  readonly promised: bigint
  readonly plans: number
  readonly amount: bigint
}

/** By product; absent: nothing ever. */
export async function soldOf(reader: Reader): Promise<ReadonlyMap<string, Sold>> {
  const open = sql`status = 'earning'`
  const rows = await reader
    .selectFrom('smart_plans')
    .select('product_id')
    .select((eb) => eb.fn.countAll<bigint>().as('plans'))
    .select(sql<bigint>`sum(amount)::bigint`.as('amount'))
    .select(sql<bigint>`count(*) FILTER (WHERE ${open})`.as('open_plans'))
    .select(sql<bigint>`coalesce(sum(amount) FILTER (WHERE ${open}), 0)::bigint`.as('principal'))
    .select(
      sql<bigint>`coalesce(sum(day_minor * (days - paid_days)) FILTER (WHERE ${open}), 0)::bigint`.as(
        'promised',
      ),
    )
    .groupBy('product_id')
    .execute()
  return new Map(
    rows.map(({ product_id, open_plans, plans, ...sums }) => [
      product_id,
      { ...sums, openPlans: Number(open_plans), plans: Number(plans) },
    ]),
  )
}

/** Locks the products against other changes until the transaction ends. */
export async function lockProducts(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('smart_products', 0))`.execute(tx)
}

/** Writes a product as it becomes: new at the end of the list, or in place of what it was. */
export async function writeProduct(
  tx: Tx,
  { id, name, minAmountMinor, maxAmountMinor, sold, timeframes }: ListedProduct & { readonly sold: boolean },
): Promise<void> {
  const values = { name, min_amount: minAmountMinor, max_amount: maxAmountMinor, sold }
  const last = await tx
    .selectFrom('smart_products')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst()
  await tx
    .insertInto('smart_products')
    .values({ id, ...values, position: Number(last?.position ?? -1) + 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await writeTimeframes(tx, id, timeframes)
}

async function writeTimeframes(tx: Tx, id: string, timeframes: readonly SmartTimeframe[]): Promise<void> {
  await tx
    .deleteFrom('smart_timeframes')
    .where('product_id', '=', id)
    .where(
      'days',
      'not in',
      timeframes.map(({ days }) => days),
    )
    .execute()
  for (const { days, dailyYieldMin, dailyYieldMax } of timeframes) {
    const yields = { yield_min: dailyYieldMin, yield_max: dailyYieldMax }
    await tx
      .insertInto('smart_timeframes')
      .values({ product_id: id, days, ...yields })
      .onConflict((conflict) => conflict.columns(['product_id', 'days']).doUpdateSet(yields))
      .execute()
  }
}

const writtenBy = ({ proposalId, reason, proposedBy, approvedBy }: ProposalPeople, at: number) => ({
  id: proposalId,
  reason,
  proposed_by: proposedBy,
  approved_by: approvedBy,
  at: BigInt(at),
})

export async function addProductChange(
  tx: Tx,
  change: { readonly productId: string; readonly before: ProductTerms | null; readonly after: ProductTerms },
  people: ProposalPeople,
  at: number,
): Promise<void> {
  const { productId, before, after } = change
  await tx
    .insertInto('smart_product_changes')
    .values({
      ...writtenBy(people, at),
      product_id: productId,
      before: before === null ? null : JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()
}

/** The newest hundred, newest first. */
export async function productChanges(reader: Reader) {
  const rows = await reader
    .selectFrom('smart_product_changes as c')
    .innerJoin('operators_names as a', 'a.id', 'c.proposed_by')
    .innerJoin('operators_names as b', 'b.id', 'c.approved_by')
    .select(['c.product_id', 'c.before', 'c.after', 'c.reason', 'c.at'])
    .select(['a.email as proposed_email', 'b.email as approved_email'])
    .orderBy('c.sequence', 'desc')
    .limit(newestChanges)
    .execute()
  return rows.map((row) => ({
    productId: row.product_id,
    before: row.before === null ? null : productTerms.parse(row.before),
    after: productTerms.parse(row.after),
    ...peopleOf(row),
  }))
}

const peopleOf = (row: { reason: string; proposed_email: string; approved_email: string; at: bigint }) => ({
  reason: row.reason,
  proposedBy: row.proposed_email,
  approvedBy: row.approved_email,
  at: new Date(Number(row.at)).toISOString(),
})
