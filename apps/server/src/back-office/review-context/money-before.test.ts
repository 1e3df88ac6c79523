import type { MoneyBefore } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { newId } from '../../platform/new-id.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import type { CaseInHand } from '../cases/cases.ts'
import { readMoneyBefore } from './read-money-before.ts'
import type { MoneySources } from './review-ports.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

let app: TestApp
let reviewer: TestOperator
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const dayMs = 86_400_000
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const real = ({ token }: Person) => ({ token, mode: 'real' as const })
const codeOf = (person: Person, kind: string) =>
  app.messages(person.email).findLast((message) => message.kind === kind)?.code

/** A customer with money on the real account and a payout address that may be used. */
async function paidIn(): Promise<Person> {
  const person = await app.signUp()
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `money-before:${person.id}`,
    reference: null,
    steps: [
      {
        ...{ do: 'transfer', kind: 'deposit', minor: 5_000_000_000n },
        from: { class: 'world', owner: house, asset: 'USDT' },
        to: { class: 'customer', owner: person.id, asset: 'USDT' },
      },
    ],
  })
  expect(outcome.ok).toBe(true)
  const place = { network: 'ERC20', address, label: '' }
  const { id } = resultOf<{ id: string }>(await app.call('addAddress', place, real(person)))
  const code = codeOf(person, 'code-address')
  expect((await app.call('confirmAddress', { id, code }, real(person))).code).toBe(200)
  await app.moveClock(25 * 3_600_000)
  return person
}

/** Stores a deposit as it stands once it was credited. */
async function credited(person: Person, at: number): Promise<void> {
  const id = newId()
  const hash = `0x${id.replaceAll('-', '').padEnd(64, '0')}`
  await app.db.query
    .insertInto('funding_deposits')
    .values({
      ...{ id, user_id: person.id, coin: 'USDT', network: 'ERC20', chain: 'ethereum', address },
      ...{ own_address: false, amount: 5_000_000_000n, hash, hash_last6: hash.slice(-6) },
      ...{ confirmations_needed: 1, waits_for: 'review', created_at: BigInt(at) },
    })
    .execute()
  await app.db.query
    .updateTable('funding_deposits')
    .set({ status: 'approved', waits_for: null, credited: 5_000_000_000n })
    .where('id', '=', id)
    .execute()
  await app.db.query
    .insertInto('funding_deposit_events')
    .values({ deposit_id: id, status: 'approved', at: BigInt(at) })
    .execute()
}

async function withdraw(person: Person, amount: string): Promise<string> {
  await app.moveClock(61_000)
  await app.call('sendCode', { email: person.email, purpose: 'withdrawal' })
  const request = { method: 'coin', coin: 'USDT', network: 'ERC20', address, amount }
  const made = await app.call(
    'withdrawal',
    { ...request, code: codeOf(person, 'code-withdrawal') },
    real(person),
  )
  expect(made.code, made.text).toBe(20003)
  return resultOf<{ id: string }>(made).id
}

test('I16.8: a review of a withdrawal shows the latest deposit, what was traded since, the age of the address and earlier withdrawals', async () => {
  const person = await paidIn()
  await credited(person, app.now() - 3 * 3_600_000)
  const first = await withdraw(person, '100')
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real(person))
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  await expect.poll(async () => (await app.call('buyContract', buy, real(person))).code).toBe(20004)
  const second = await withdraw(person, '200')
  await app.moveClock(60_000)
  reviewer = await signInOperator(app, 'reviewer')
  const ref = { kind: 'withdrawal', id: second }
  expect((await reviewer.call('opsMoneyBefore', ref)).code).toBe(11007)
  await reviewer.call('opsClaim', ref)
  const before = resultOf<MoneyBefore>(await reviewer.call('opsMoneyBefore', ref))
  expect(before).toMatchObject({
    payout: { what: address },
    lastDeposit: { asset: 'USDT', amount: '5000.000000' },
    withdrawals: [{ id: first, amount: '100.000000', to: address, status: 'pending' }],
  })
  const traded = Number(before.sinceDeposit?.traded)
  expect(traded).toBeGreaterThan(0)
  expect(before.days.reduce((sum, day) => sum + Number(day.traded), 0)).toBeCloseTo(traded, 6)
  expect(before.days.flatMap((day) => day.in)).toEqual([{ asset: 'USDT', amount: '5000.000000' }])
  expect(before.days.flatMap((day) => day.out)).toEqual([{ asset: 'USDT', amount: '100.000000' }])
  expect(Date.parse(before.payout?.addedAt ?? '')).toBeLessThan(app.now() - dayMs)
  const looks = await app.db.query
    .selectFrom('trust_audit')
    .select('actor')
    .where('action', '=', 'withdrawal.view-money')
    .execute()
  expect(looks).toEqual([{ actor: reviewer.id }])
})

test('I16.8: days are added up coin by coin, the newest first; what was given back does not count as out', async () => {
  const at = (day: string, hour = 12) => new Date(`2026-11-${day}T${hour}:00:00Z`)
  const usdt = (minor: bigint, when: Date) => ({ asset: 'USDT', minor, at: when }) as const
  const stretches: unknown[] = []
  const money: MoneySources = {
    accountOpenedAt: async () => at('01'),
    lastDeposit: async () => null,
    payoutOf: async () => null,
    deposits: async (_id, stretch) => {
      stretches.push(stretch)
      return [usdt(2_000_000n, at('10')), usdt(1_000_000n, at('10', 13))]
    },
    withdrawals: async () => [
      { ...usdt(5_000_000n, at('11')), id: 'own', to: 'a', status: 'pending' },
      { ...usdt(7_000_000n, at('11')), id: 'back', to: 'a', status: 'rejected' },
      { ...usdt(3_000_000n, at('11')), id: 'paid', to: 'a', status: 'completed' },
    ],
    conversions: async () => [
      { gave: usdt(4_000_000n, at('09')), got: { asset: 'BTC', minor: 1_000n, at: at('09') } },
    ],
    traded: async () => [{ day: '2026-11-10', tradedMinor: 9_000_000n, resultMinor: -1_000_000n }],
  }
  const inHand: CaseInHand = { kind: 'withdrawal', id: 'own', customerId: 'x', createdAt: at('12') }
  const before = await readMoneyBefore(money, inHand)
  expect(stretches).toEqual([{ from: new Date('2026-08-15T00:00:00Z'), until: at('12') }])
  const nothing = { in: [], out: [], gave: [], got: [], traded: '0.000000', result: '0.000000' }
  expect(before.days).toEqual([
    { ...nothing, day: '2026-11-11', out: [{ asset: 'USDT', amount: '3.000000' }] },
    {
      ...nothing,
      day: '2026-11-10',
      in: [{ asset: 'USDT', amount: '3.000000' }],
      ...{ traded: '9.000000', result: '-1.000000' },
    },
    {
      ...nothing,
      day: '2026-11-09',
      gave: [{ asset: 'USDT', amount: '4.000000' }],
      got: [{ asset: 'BTC', amount: '0.00001000' }],
    },
  ])
  expect(before.withdrawals.map(({ id }) => id)).toEqual(['back', 'paid'])
  expect(before.sinceDeposit).toBeNull()
})
