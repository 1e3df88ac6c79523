import { Amount, type AssetCode } from '@candor/money'
import { sumPathPlaces } from '@candor/rules'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { ownLeaves, proofDates, readProof, type SignedProof } from './liabilities-store.ts'

/** The public proof, and a customer's own part of it (trust T15). */
export const liabilityHandlers = (db: Database) =>
  ({
    liabilities: async ({ date }) => {
      const [proof, dates] = await Promise.all([proofOf(db, date), proofDates(db)])
      return { proof: { ...proof, document: proof.document }, dates }
    },
    liabilityLeaf: async ({ date }, { userId }) => {
      const proof = await proofOf(db, date)
      const day = proof.document.date
      const leaves = await ownLeaves(db, day, userId)
      return {
        date: day,
        kept: await hasStoredTrees(db, proof),
        leaves: await Promise.all(
          leaves.map(async ({ asset, position, minor, salt, in_plans: inPlans }) => ({
            asset,
            customer: userId,
            amount: new Amount(asset, minor).toString(),
            inPlans: new Amount(asset, inPlans ?? 0n).toString(),
            salt: salt ?? '',
            path: await pathOf(db, proof, asset, position),
          })),
        ),
      }
    },
  }) satisfies Handlers

async function proofOf(db: Database, date: string): Promise<SignedProof> {
  const proof = await readProof(db, date)
  if (proof === null) throw new Refusal('notFound')
  return proof
}

/** Checks whether the trees of the day are still stored; a day without customers has none. */
async function hasStoredTrees(db: Database, { document }: SignedProof): Promise<boolean> {
  if (document.assets.every(({ customers }) => customers === 0)) return true
  const { rows } = await db.pool.query('SELECT FROM trust_liability_nodes WHERE date = $1 LIMIT 1', [
    document.date,
  ])
  return rows.length > 0
}

async function pathOf(db: Database, { document }: SignedProof, asset: AssetCode, position: number) {
  const count = document.assets.find((one) => one.asset === asset)?.customers ?? 0
  const places = sumPathPlaces(count, position)
  const { rows } = await sql<{ minor: bigint; hash: string }>`
    SELECT n.minor, n.hash
      FROM unnest(${places.map(({ level }) => level)}::int[], ${places.map((place) => place.position)}::int[])
        WITH ORDINALITY p (level, position, ix)
      JOIN trust_liability_nodes n ON n.date = ${document.date} AND n.asset = ${asset}
       AND n.level = p.level AND n.position = p.position
     ORDER BY p.ix`.execute(db.query)
  return rows.map(({ minor, hash }, at) => ({
    side: places[at]?.side ?? 'right',
    amount: new Amount(asset, minor).toString(),
    hash,
  }))
}
