import { hourMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../platform/clock.ts'
import { withClient } from '../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import { testContext } from '../testing/test-context.ts'
import type { Chains } from './chain/chain.ts'
import { latePayments } from './late-payments.ts'

const day = (n: number) => Date.UTC(2026, 0, n)
const user = '00000000-0000-7000-8000-000000000001'
const clock = new ManualClock(day(20))
const ids: Record<string, string> = {}
let db: TestDatabase
let count = 0

const idOf = (name: string): string => {
  ids[name] = `00000000-0000-7000-8001-${String(++count).padStart(12, '0')}`
  return ids[name]
}
const named = (id: string) => Object.keys(ids).find((name) => ids[name] === id)

/** A withdrawal of a bank transfer or of bitcoin that is due at a moment, with what happened to it. */
const withdrawal = (
  name: string,
  dueAt: number,
  {
    status,
    at,
    seenAt = null,
    coin = false,
  }: { status: string; at?: number; seenAt?: number | null; coin?: boolean },
) => {
  const id = idOf(name)
  const place = coin ? `'coin', 'BTC', 'BTC', 'bc1q', NULL, 1` : `'bank', 'BTC', NULL, NULL, '${user}', NULL`
  const hash = ['sent', 'completed'].includes(status) ? `'${name}'` : 'NULL'
  return `INSERT INTO funding_withdrawals (id, user_id, method, coin, network, address, bank_card, confirmations_needed, amount, fee, received, reviewers, deadline_at, status, hash, seen_at, created_at)
    VALUES ('${id}', '${user}', ${place}, 150000000, 0, 150000000, 1, ${dueAt}, '${status}', ${hash}, ${seenAt}, ${dueAt - 24 * hourMs});
    ${at === undefined ? '' : `INSERT INTO funding_withdrawal_events VALUES ('${id}', '${status}', ${at}, NULL, ${['rejected', 'failed'].includes(status) ? `'why'` : 'NULL'});`}`
}

const deposit = (name: string, createdAt: number, approvedAt: number | null) => {
  const id = idOf(name)
  const hash = String(count).padStart(64, 'a')
  return `INSERT INTO funding_deposits (id, user_id, coin, network, chain, address, own_address, amount, hash, hash_last6, confirmations_needed, status, waits_for, credited, created_at)
    VALUES ('${id}', '${user}', 'USDT', 'ERC20', 'ethereum', '${name}', false, 5000000, '${hash}', '${hash.slice(-6)}', 1,
      ${approvedAt === null ? `'pending', 'review', NULL` : `'approved', NULL, 5000000`}, ${createdAt});
    INSERT INTO funding_deposit_events VALUES ('${id}', 'pending', ${createdAt}, NULL, NULL);
    ${approvedAt === null ? '' : `INSERT INTO funding_deposit_events VALUES ('${id}', 'approved', ${approvedAt}, NULL, NULL);`}`
}

beforeAll(async () => {
  db = await freshDatabase()
  await withClient(db.owner, (client) =>
    client.query(
      [
        `INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, invite_code, created_at)
         VALUES ('${user}', 'u', 'u', 'u', 'u', '-', 'en', 'I', now());`,
        withdrawal('paid late', day(10), { status: 'completed', at: day(10) + 5 * hourMs }),
        withdrawal('paid in time', day(10), { status: 'completed', at: day(10) - 1 }),
        withdrawal('refused late', day(11), { status: 'rejected', at: day(11) + hourMs }),
        withdrawal('still waits', day(12), { status: 'approved' }),
        withdrawal('answered before', day(7), { status: 'cancelled', at: day(8) }),
        withdrawal('due later', day(19), { status: 'pending' }),
        withdrawal('sent, not in a block', day(13), { status: 'sent', at: day(13) - hourMs, coin: true }),
        withdrawal('in a block late', day(9), {
          ...{ status: 'completed', at: day(9) + 3 * hourMs, coin: true },
          seenAt: day(9) + 2 * hourMs,
        }),
        deposit('credited late', day(9), day(10) + 2.5 * hourMs),
        deposit('credited in time', day(9), day(10) - 1),
        deposit('deposit waits', day(8), null),
      ].join('\n'),
    ),
  )
})
afterAll(() => db.dispose())

const late = (from: number, to: number, chains: object = {}) =>
  latePayments(
    { ...testContext({ db, now: () => clock.now() }), chains: chains as Chains },
    { from: new Date(day(from)), to: new Date(day(to)) },
  )
const names = async (...range: Parameters<typeof late>) =>
  (await late(...range)).items.map(({ id }) => named(id))

test('I16.9e: what was late at some time of the days is listed, the longest late first', async () => {
  expect(await names(9, 15, { bitcoin: {} })).toEqual([
    'deposit waits',
    'still waits',
    'sent, not in a block',
    'paid late',
    'credited late',
    'in a block late',
    'refused late',
  ])
  expect(await late(9, 15, { bitcoin: {} })).toMatchObject({
    deadlineHours: 24,
    deposits: 2,
    withdrawals: 5,
    waiting: 3,
  })
})

test('I16.9e: a payment counts as the public service record counts it: where no node looks, once it is sent', async () => {
  expect(await names(9, 15)).not.toContain('sent, not in a block')
})

test('I16.9e: a list of earlier days has what was late then, also where it was answered since', async () => {
  expect(await names(7, 8)).toEqual(['answered before'])
  expect(await late(1, 7)).toEqual({ deadlineHours: 24, deposits: 0, withdrawals: 0, waiting: 0, items: [] })
  const { items } = await late(9, 10)
  expect(items.find(({ id }) => id === ids['in a block late'])).toEqual({
    ...{ kind: 'withdrawal', id: ids['in a block late'], userId: user, asset: 'BTC', minor: 150_000_000n },
    ...{ requestedAt: BigInt(day(8)), dueAt: BigInt(day(9)), endedAt: BigInt(day(9) + 2 * hourMs) },
    status: 'completed',
  })
})
