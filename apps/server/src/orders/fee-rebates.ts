import type { FeeRebatePaid } from '@candor/contract'
import { type Rate, writeRate } from '@candor/money'
import { feeRebate, type VipTier, vipTierOf } from '@candor/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/handlers.ts'
import { type AccountRef, house, type Ledger, type Posting } from '../ledger/ledger.ts'
import type { Parameters } from '../parameters/parameters.ts'
import { writeUsdt } from './order-entity.ts'
import { readVipTiers } from './vip-tiers.ts'

const dayMs = 86_400_000
const window = 30
const caughtUp = 31

export interface FeeRebatesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly parameters: Pick<Parameters, 'value' | 'valueAt'>
  readonly newId: () => string
}

const feeRevenue: AccountRef = { class: 'fee-revenue', owner: house, asset: 'USDT' }

/**
 * Gives back what the VIP tiers promise for each day (UTC) that is over and was not done, oldest first, at most 31 of them. A customer's
 * day is paid once, ever. Where the operator's fees do not suffice the day stays open. Answers how many were paid.
 */
export async function payFeeRebates(deps: FeeRebatesDeps): Promise<number> {
  const now = deps.clock.now()
  const today = now - (now % dayMs)
  let paid = 0
  for (const day of await openDays(deps.db, today)) {
    const tiers = readVipTiers(await deps.parameters.valueAt('vip.tiers', day)) ?? []
    const outcome = tiers.length === 0 ? { paid: 0, left: 0 } : await payDay(deps, day, tiers)
    paid += outcome.paid
    if (outcome.left > 0) return paid
    await deps.db.pool.query(
      'INSERT INTO orders_fee_rebate_days (day, done_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [dayText(day), now],
    )
  }
  return paid
}

/** The beginning of the first day (UTC) that is not done; later ones are not either. A day that is not over is one. */
export async function rebatesPaidUntil(db: Database, now: number): Promise<number> {
  const today = now - (now % dayMs)
  return (await openDays(db, today))[0] ?? today
}

async function openDays(db: Database, today: number): Promise<number[]> {
  const days = Array.from({ length: caughtUp }, (_, back) => today - (caughtUp - back) * dayMs)
  const { rows } = await db.pool.query<{ day: string }>(
    'SELECT day::text FROM orders_fee_rebate_days WHERE day >= $1',
    [dayText(days[0] ?? today)],
  )
  const done = new Set(rows.map(({ day }) => day))
  return days.filter((day) => !done.has(dayText(day)))
}

interface Traded {
  readonly userId: string
  readonly fees: bigint
  readonly volume: bigint
}

/** Customers of one transaction. */
const atOnce = 200

interface DayTurn {
  readonly paid: number
  readonly left: number
  /** The last customer looked at; null: there is nobody after them. */
  readonly last: string | null
}

/** Two hundred customers after another: a day of a large installation is neither one long transaction nor one long turn. */
async function payDay(deps: FeeRebatesDeps, day: number, tiers: readonly VipTier[]) {
  let [paid, left] = [0, 0]
  for (let after: string | null = ''; after !== null; ) {
    const turn: DayTurn = await paySome(deps, { day, after }, tiers)
    paid += turn.paid
    left += turn.left
    after = turn.last
  }
  return { paid, left }
}

interface Some {
  readonly day: number
  /** Customers after this one. */
  readonly after: string
}

/** In one transaction with its postings, so that a row and its money are never apart. */
async function paySome(deps: FeeRebatesDeps, some: Some, tiers: readonly VipTier[]): Promise<DayTurn> {
  const { day } = some
  return deps.ledger.transaction(async (tx) => {
    const traded = await tradedOn(tx, some)
    const due = traded.flatMap(({ userId, fees, volume }) => {
      const tier = vipTierOf(volume, tiers)
      const rate = tier === null ? undefined : tiers[tier]?.rebate
      const rebate = rate === undefined ? 0n : feeRebate(fees, rate)
      return rate === undefined || rebate === 0n ? [] : [{ userId, fees, volume, rate, rebate }]
    })
    const outcomes = await deps.ledger.postIn(
      tx,
      due.map((one) => postingOf(one, day)),
    )
    const paid = due.filter((_one, place) => outcomes[place]?.ok === true)
    if (paid.length > 0)
      await tx
        .insertInto('orders_fee_rebates')
        .values(
          paid.map(({ userId, fees, volume, rate, rebate }) => ({
            id: deps.newId(),
            user_id: userId,
            day: dayText(day),
            volume,
            fees,
            rate,
            rebate,
            paid_at: BigInt(deps.clock.now()),
          })),
        )
        .execute()
    const last = traded.length < atOnce ? null : (traded.at(-1)?.userId ?? null)
    return { paid: paid.length, left: due.length - paid.length, last }
  })
}

/** Who paid fees on a day and was not given any back for it yet, with what they traded in the 30 days before; one reader at a time. */
async function tradedOn(tx: Tx, { day, after }: Some): Promise<Traded[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('fee-rebates', 0))`.execute(tx)
  const { rows } = await sql<Traded>`
    SELECT paid.owner AS "userId", paid.fees, coalesce(traded.volume, 0)::bigint AS volume
      FROM (SELECT e.debited, sum(e.minor)::bigint AS fees FROM ledger_entries e
             WHERE e.kind = 'contract-commission' AND e.asset = 'USDT' AND e.debited = e.customer
               AND e.created_at >= to_timestamp(${day}::float8 / 1000)
               AND e.created_at < to_timestamp(${day + dayMs}::float8 / 1000)
             GROUP BY e.debited) day
     CROSS JOIN LATERAL (SELECT a.owner, day.fees FROM ledger_accounts a WHERE a.id = day.debited LIMIT 1) paid
      LEFT JOIN LATERAL (${volumeOf(sql`paid.owner::uuid`, day - window * dayMs, day)}) traded ON true
     WHERE paid.owner > ${after}
       AND NOT EXISTS (SELECT FROM orders_fee_rebates r WHERE r.user_id = paid.owner::uuid AND r.day = ${dayText(day)}::date)
     ORDER BY paid.owner LIMIT ${atOnce}`.execute(tx)
  return rows
}

/** What a customer's real contracts were worth when opened, and again when closed, within two moments. */
const volumeOf = (userId: RawBuilder<unknown>, fromMs: number, toMs: number) => sql<{ volume: bigint }>`
  SELECT coalesce(sum(margin::numeric * leverage
           * ((opened_at >= ${fromMs} AND opened_at < ${toMs})::int
              + coalesce((closed_at >= ${fromMs} AND closed_at < ${toMs})::int, 0))), 0)::bigint AS volume
    FROM (SELECT margin, leverage, opened_at, closed_at FROM orders_contracts
           WHERE user_id = ${userId} AND mode = 'real' AND closed_at >= ${fromMs}
          UNION ALL
          SELECT margin, leverage, opened_at, closed_at FROM orders_contracts
           WHERE user_id = ${userId} AND mode = 'real' AND status IN ('pending', 'open')) own
   WHERE opened_at < ${toMs}`

const postingOf = ({ userId, rebate }: { userId: string; rebate: bigint }, day: number): Posting => ({
  id: `rebate:${userId}:${dayText(day)}`,
  reference: dayText(day),
  steps: [
    {
      do: 'transfer',
      kind: 'fee-rebate',
      from: feeRevenue,
      to: { class: 'customer', owner: userId, asset: 'USDT' },
      minor: rebate,
    },
  ],
})

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const tiersNow = async ({ parameters }: FeeRebatesDeps): Promise<VipTier[]> =>
  readVipTiers(await parameters.value('vip.tiers')) ?? []

/** The calls of the VIP page. */
export const vipHandlers = (deps: FeeRebatesDeps) =>
  ({
    vipTiers: async () =>
      (await tiersNow(deps)).map(({ volumeMinor, rebate }) => ({
        volume: writeUsdt(volumeMinor),
        rebate: writeRate(rebate),
      })),
    vipStanding: (_input, caller) => standingOf(deps, caller),
  }) satisfies Handlers

async function standingOf(deps: FeeRebatesDeps, { userId }: Caller) {
  const now = deps.clock.now()
  const { rows } = await volumeOf(sql`${userId}::uuid`, now - window * dayMs, now + 1).execute(deps.db.query)
  const volume = rows[0]?.volume ?? 0n
  const ofCustomer = deps.db.query.selectFrom('orders_fee_rebates').where('user_id', '=', userId)
  const [paid, newest] = await Promise.all([
    ofCustomer.select(sql<bigint>`coalesce(sum(rebate), 0)::bigint`.as('minor')).executeTakeFirstOrThrow(),
    ofCustomer.selectAll().select(sql<string>`day::text`.as('on')).orderBy('day', 'desc').limit(30).execute(),
  ])
  return {
    volume: writeUsdt(volume),
    tier: vipTierOf(volume, await tiersNow(deps)),
    paid: writeUsdt(paid.minor),
    newest: newest.map(
      (row): FeeRebatePaid => ({
        id: row.id,
        day: row.on,
        volume: writeUsdt(row.volume),
        fees: writeUsdt(row.fees),
        rate: writeRate(row.rate as Rate),
        rebate: writeUsdt(row.rebate),
      }),
    ),
  }
}
