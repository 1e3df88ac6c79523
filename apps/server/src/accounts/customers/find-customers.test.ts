import type { CustomerShown, FoundCustomer } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/new-id.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let risk: TestOperator
let anna: Awaited<ReturnType<TestApp['signUp']>>
beforeAll(async () => {
  app = await startTestApp()
  risk = await signInOperator(app, 'risk')
  anna = await app.signUp()
  await app.signUp()
})
afterAll(() => app.dispose())

/** Returns the customers that these words find, and by what of theirs. */
async function found(q: string) {
  const { items } = resultOf<{ items: FoundCustomer[] }>(await risk.call('opsFindCustomers', { q }))
  return items.map(({ id, foundBy }) => ({ id, foundBy }))
}
const onlyAnna = (foundBy: FoundCustomer['foundBy']) => [{ id: anna.id, foundBy }]

test('I16.7: a customer is found by the number of a contract and of an option', async () => {
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  const { token } = anna
  await expect.poll(async () => (await app.call('buyContract', buy, { token })).code).toBe(20004)
  const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 3600, amount: '10' }
  await expect.poll(async () => (await app.call('buyOptions', option, { token })).code).toBe(20004)
  const first = async (list: 'listContractOrder' | 'listOptionsOrder') =>
    resultOf<{ items: { orderNo: string }[] }>(await app.call(list, {}, { token })).items[0]?.orderNo ??
    'none'
  expect(await found(await first('listContractOrder'))).toEqual(onlyAnna('order'))
  expect(await found(` ${(await first('listOptionsOrder')).toLowerCase()} `)).toEqual(onlyAnna('order'))
  expect(await found('C99999999')).toEqual([])
  expect(await found('C1')).toEqual([])
})

test('I16.7: a customer is found by the number of a plan and of a loan', async () => {
  const { query } = app.db
  const product = await query.selectFrom('smart_products').select('id').executeTakeFirstOrThrow()
  const owned = { id: newId(), public_id: newId(), user_id: anna.id }
  const plan = {
    order_no: 'P0123456789AB',
    product_id: product.id,
    product_name: 'a plan',
    amount: 1n,
    days: 1,
  }
  const earns = { daily_yield: 0n, day_minor: 0n, penalty_share: 0n }
  const startedAt = BigInt(app.now())
  await query
    .insertInto('smart_plans')
    .values({ ...owned, ...plan, ...earns, started_at: startedAt, next_due_at: startedAt + 86_400_000n })
    .execute()
  await app.db.pool.query(
    `INSERT INTO loans (id, loan_no, public_id, user_id, amount, days, free_days, daily_rate, overdue_rate, apr, language, agreement, agreement_hash,
                        signature, signed_name, requested_at, principal_left)
     VALUES ($1, 'L0123456789AB', $1, $2, 1, 1, 0, 0, 0, 0, 'en', '{}', repeat('0', 64), '', 'Anna', $3, 1)`,
    [owned.id, anna.id, startedAt],
  )
  expect(await found('P0123456789AB')).toEqual(onlyAnna('order'))
  expect(await found('l0123456789ab')).toEqual(onlyAnna('order'))
})

test('I16.7: a customer is found by a payout address, removed or not, and by a transaction, however its digits are written', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const hash = `0x${'ab12'.repeat(16)}`
  const at = BigInt(app.now())
  await app.db.query
    .insertInto('funding_payout_addresses')
    .values({
      id: newId(),
      user_id: anna.id,
      network: 'ERC20',
      address,
      label: '',
      created_at: at,
      removed_at: at,
    })
    .execute()
  await app.db.query
    .insertInto('funding_deposits')
    .values({
      ...{ id: newId(), user_id: anna.id, coin: 'USDT', network: 'ERC20', chain: 'ethereum', address },
      ...{ own_address: false, amount: 1n, hash, hash_last6: hash.slice(-6), confirmations_needed: 1 },
      ...{ waits_for: 'confirmations', created_at: at },
    })
    .execute()
  expect(await found(address)).toEqual(onlyAnna('address'))
  expect(await found(hash.toUpperCase().replace('0X', '0x'))).toEqual(onlyAnna('transaction'))
  expect(await found(address.slice(0, -1))).toEqual([])
})

test('I16.7: customers who signed in from an IP address are found by it', async () => {
  await app.db.query
    .updateTable('accounts_sessions')
    .set({ address: '2001:db8::7' })
    .where('user_id', '=', anna.id)
    .execute()
  expect(await found('2001:DB8::7')).toEqual(onlyAnna('network'))
  expect(await found('2001:db8::8')).toEqual([])
})

test('I16.7: a customer’s page has their closed trades with what is left of the result, and every payout address', async () => {
  const { token } = anna
  const [open] = (await app.call('listContractOrder', {}, { token })).result.items
  await expect.poll(async () => (await app.call('closeContract', { id: open?.id }, { token })).code).toBe(200)
  const [closed] = resultOf<{ items: { profit: string; fee: string; swap: string }[] }>(
    await app.call('listContractOrder', { status: 'closed' }, { token }),
  ).items
  const shown = resultOf<CustomerShown>(await risk.call('opsCustomer', { id: anna.id }))
  expect(shown.positions).toEqual([])
  expect(shown.trades).toEqual([
    expect.objectContaining({ id: open?.id, mode: 'demo', code: 'BTCUSDT', lots: '0.01', reason: 'user' }),
  ])
  const { profit, swap, fee } = closed ?? { profit: '', swap: '', fee: '' }
  expect(Number(shown.trades[0]?.result)).toBeCloseTo(Number(profit) + Number(swap) - Number(fee), 6)
  expect(shown.payoutAddresses).toMatchObject([
    { network: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7', usableAt: null },
  ])
})

test('I16.9c: an operator makes a customer’s tax statement in the customer’s language, and the audit log has it', async () => {
  const year = new Date(app.now()).getUTCFullYear()
  const written = async () => {
    const { rows } = await app.db.pool.query<{ after: unknown }>(
      `SELECT body::jsonb -> 'after' AS after FROM trust_audit WHERE action = 'customers.taxStatement' AND subject = $1`,
      [`customer:${anna.id}`],
    )
    return rows.map(({ after }) => after)
  }
  await app.call('saveSettings', { language: 'fr' }, { token: anna.token })
  const file = await risk.call('opsTaxStatement', { id: anna.id, year, format: 'csv' })
  expect(file.text).toContain('conseil fiscal')
  expect(await written()).toEqual([{ year, format: 'csv' }])
  expect((await risk.call('opsTaxStatement', { id: anna.id, year: year - 1, format: 'pdf' })).code).toBe(
    11001,
  )
  expect((await risk.call('opsTaxStatement', { id: 'none', year, format: 'pdf' })).code).toBe(11004)
  expect(await written()).toHaveLength(1)
})
