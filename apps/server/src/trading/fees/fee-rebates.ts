import type { FeeRebatePaid } from '@candor/contract'
import { type Rate, writeRate, writeUsdt } from '@candor/money'
import { feeRebate, type VipTier, vipTierOf } from '@candor/rules'
import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { ParameterKey } from '../../back-office/parameters/defaults.ts'
import { type AccountRef, house, type Ledger, type Posting } from '../../ledger/ledger.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import type { Json } from '../../platform/json.ts'
import {
  keepPaid,
  lockOwed,
  type OwedRebate,
  openDays,
  oweDay,
  owedRebates,
  settleOwed,
  volumeOf,
} from './fee-rebates-store.ts'
import { readVipTiers } from './vip-tiers.ts'

const window = 30
const atOnce = 200

/** Parameters now, and as of a past moment (epoch ms). */
export interface ReadsParameters {
  value(key: ParameterKey): Promise<Json>
  valueAt(reader: Reader, key: ParameterKey, atMs: number): Promise<Json>
}

export interface FeeRebatePorts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly parameters: ReadsParameters
  readonly newId: () => string
}

const feeRevenue: AccountRef = { class: 'fee-revenue', owner: house, asset: 'USDT' }

/**
 * Pays the rebates of the VIP tiers for each past day (UTC), oldest first; a job. A customer's day is paid once. Where the operator's fees
 * do not suffice it stays owed. Returns the number of payments.
 */
export async function payFeeRebates(ports: FeeRebatePorts): Promise<Moved> {
  for (const day of await openDays(ports.db, ports.clock.now())) {
    const tiers = await tiersOf(ports, day)
    await oweDay(ports.db, { day, now: ports.clock.now(), owes: tiers.length > 0 })
  }
  return forEachCase(ports, {
    job: 'pay-fee-rebates',
    atOnce,
    inOrderOfId: true,
    find: (limit, after) => owedRebates(ports.db.query, limit, after),
    move: async (one) => (await pay(ports, [one])) === 1,
    moveTogether: (page) => pay(ports, page),
  })
}

const tiersOf = async ({ db, parameters }: FeeRebatePorts, day: number): Promise<VipTier[]> =>
  readVipTiers(await parameters.valueAt(db.query, 'vip.tiers', day)) ?? []

/** In one transaction with its postings, so that a row and its money are never apart. Answers how many were paid. */
async function pay(ports: FeeRebatePorts, page: readonly OwedRebate[]): Promise<number> {
  const tiersOn = new Map<number, VipTier[]>()
  for (const { day } of page) if (!tiersOn.has(day)) tiersOn.set(day, await tiersOf(ports, day))
  return ports.ledger.transaction(async (tx) => {
    const judged = (await lockOwed(tx, page, window)).map((owed) => {
      const tiers = tiersOn.get(owed.day) ?? []
      const tier = vipTierOf(owed.volume, tiers)
      const rate = tier === null ? undefined : tiers[tier]?.rebate
      return { ...owed, rate, rebateMinor: rate === undefined ? 0n : feeRebate(owed.fees, rate) }
    })
    const due = judged.flatMap((one) =>
      one.rate === undefined || one.rebateMinor === 0n ? [] : [{ ...one, rate: one.rate }],
    )
    const outcomes = await ports.ledger.postIn(tx, due.map(postingOf))
    const paid = due.filter((_one, place) => outcomes[place]?.ok === true)
    await keepPaid(
      tx,
      paid.map(({ userId, day, volume, fees, rate, rebateMinor }) => ({
        id: ports.newId(),
        user_id: userId,
        day: utcDay(day),
        volume,
        fees,
        rate,
        rebate: rebateMinor,
        paid_at: BigInt(ports.clock.now()),
      })),
    )
    const stillOwed = new Set(due.filter((one) => !paid.includes(one)).map(({ id }) => id))
    await settleOwed(
      tx,
      judged.filter(({ id }) => !stillOwed.has(id)),
    )
    return paid.length
  })
}

const postingOf = ({ userId, rebateMinor, day }: OwedRebate & { readonly rebateMinor: bigint }): Posting => ({
  id: `rebate:${userId}:${utcDay(day)}`,
  reference: utcDay(day),
  steps: [
    {
      do: 'transfer',
      kind: 'fee-rebate',
      from: feeRevenue,
      to: { class: 'customer', owner: userId, asset: 'USDT' },
      minor: rebateMinor,
    },
  ],
})

const tiersNow = async ({ parameters }: FeeRebatePorts): Promise<VipTier[]> =>
  readVipTiers(await parameters.value('vip.tiers')) ?? []

/** The calls of the VIP page. */
export const vipHandlers = (ports: FeeRebatePorts) =>
  ({
    vipTiers: async () =>
      (await tiersNow(ports)).map(({ volumeMinor, rebate }) => ({
        volume: writeUsdt(volumeMinor),
        rebate: writeRate(rebate),
      })),
    vipStanding: (_input, caller) => standingOf(ports, caller),
  }) satisfies Handlers

async function standingOf(ports: FeeRebatePorts, { userId }: Caller) {
  const now = ports.clock.now()
  const { rows } = await volumeOf(
    sql`${userId}::uuid`,
    sql`${now - window * dayMs}`,
    sql`${now + 1}`,
  ).execute(ports.db.query)
  const volume = rows[0]?.volume ?? 0n
  const ofCustomer = ports.db.query.selectFrom('orders_fee_rebates').where('user_id', '=', userId)
  const [paid, newest] = await Promise.all([
    ofCustomer.select(sql<bigint>`coalesce(sum(rebate), 0)::bigint`.as('minor')).executeTakeFirstOrThrow(),
    ofCustomer.selectAll().select(sql<string>`day::text`.as('on')).orderBy('day', 'desc').limit(30).execute(),
  ])
  return {
    volume: writeUsdt(volume),
    tier: vipTierOf(volume, await tiersNow(ports)),
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
