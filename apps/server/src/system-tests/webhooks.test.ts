import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  chosenEventTypes,
  type WebhookEndpoint,
  type WebhookEventType,
  webhookEvents,
  webhookEventTypes,
} from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { ada } from '../testing/test-identity.ts'
import { approveProposal, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { openReceiver, type Receiver } from '../webhooks/test-receiver.ts'
import { fundHouse, ownerOfEverything } from './authorisation/customers-cast.ts'

let app: TestApp
let receiver: Receiver
let admin: TestOperator
let finance: TestOperator
beforeAll(async () => {
  receiver = await openReceiver()
  app = await startTestApp()
  admin = await signInOperator(app, 'admin')
  finance = await signInOperator(app, 'finance')
  const settings = { name: 'Books', url: receiver.url, types: chosenEventTypes, signature: 'v1' }
  expect((await admin.call('opsAddWebhook', settings)).code).toBe(200)
})
afterAll(async () => {
  await app.dispose()
  await receiver.close()
})

interface Message {
  readonly type: WebhookEventType
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}
const messages = (): Message[] => receiver.received.map(({ body }) => JSON.parse(body) as Message)
const typesOf = (customer?: string) =>
  new Set(
    messages()
      .filter(({ data }) => customer === undefined || data.customer === customer)
      .map(({ type }) => type),
  )

/** Trades with real money, and has operators freeze the customer and lift the freeze. */
async function live(token: string, userId: string): Promise<void> {
  const real = { token, mode: 'real' } as const
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real)
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  const opened = await app.call('buyContract', order, real)
  expect([opened.code, opened.text]).toEqual([20004, opened.text])
  expect((await app.call('closeContract', { id: opened.result.id }, real)).code).toBe(200)
  const waiting = await app.call('buyContract', { ...order, kind: 'limit', price: '1000' }, real)
  expect((await app.call('cancelContract', { id: waiting.result.id }, real)).status).toBe(200)
  const freeze = { id: userId, why: 'review', reason: 'as decided', legalHoldUntil: null }
  const risk = await signInOperator(app, 'risk')
  const frozen = await approveProposal(admin, await risk.call('opsFreeze', freeze))
  expect([frozen.code, frozen.text]).toEqual([200, frozen.text])
  const lifted = await admin.call('opsUnfreeze', { id: userId, reason: 'as decided' })
  expect([lifted.code, lifted.text]).toEqual([200, lifted.text])
}

/** Writes what happens without a call of the customer, or only at prices that are not simulated. */
async function written(customer: string): Promise<void> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `INSERT INTO funding_deposits (id, user_id, coin, network, chain, address, own_address, amount, hash, hash_last6,
        confirmations_needed, status, credited, created_at)
      VALUES (gen_random_uuid(), $1, 'BTC', 'BTC', 'bitcoin', 'secret address', false, 2, repeat('a', 64), 'aaaaaa', 1,
        'approved', 150000000, $2) RETURNING id`,
    [customer, app.now()],
  )
  const deposit = rows[0]?.id
  const statements: readonly (readonly [string, readonly unknown[]])[] = [
    [
      `INSERT INTO funding_deposit_events (deposit_id, status, at) VALUES ($1, 'pending', $2), ($1, 'approved', $2)`,
      [deposit, app.now()],
    ],
    [
      `INSERT INTO options_orders OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(o, jsonb_build_object(
          'id', gen_random_uuid(), 'public_id', gen_random_uuid(), 'sequence', 1000000, 'mode', 'real'))).*
        FROM options_orders o WHERE user_id = $1`,
      [customer],
    ],
    [
      `INSERT INTO options_events (order_id, number, kind, at, facts)
        SELECT id, 1, 'open', $2, '{}' FROM options_orders WHERE user_id = $1 AND mode = 'real'`,
      [customer, app.now()],
    ],
    [`INSERT INTO orders_margin_calls (user_id, mode) VALUES ($1, 'real'), ($1, 'demo')`, [customer]],
    [
      `INSERT INTO savings_holdings (id, user_id, asset, day) VALUES (gen_random_uuid(), $1, 'ETH', 1)`,
      [customer],
    ],
    [`UPDATE savings_holdings SET held = 2500000000 WHERE user_id = $1`, [customer]],
    [`UPDATE savings_holdings SET held = 0 WHERE user_id = $1`, [customer]],
  ]
  for (const [text, values] of statements) await app.db.pool.query(text, [...values])
}

test('I16.11: everything that happens to a customer is told, in the declared form and without personal data', async () => {
  await fundHouse(finance, admin)
  const { person } = await ownerOfEverything(app, await signInOperator(app, 'reviewer'), { lent: true })
  await live(person.token, person.id)
  await written(person.id)
  const expected: WebhookEventType[] = [
    ...(['customer.opened', 'customer.verification_requested', 'customer.verified'] as const),
    ...(['customer.frozen', 'customer.unfrozen', 'withdrawal.requested'] as const),
    ...(['order.opened', 'order.closed', 'order.placed', 'order.cancelled', 'option.opened'] as const),
    ...(['customer.margin_called', 'deposit.reported', 'deposit.credited'] as const),
    ...(['savings.paid_in', 'savings.paid_out'] as const),
    ...(['loan.requested', 'loan.paid_out', 'plan.bought', 'artwork.sold'] as const),
  ]
  await expect.poll(() => [...typesOf(person.id)].toSorted()).toEqual(expected.toSorted())
  expect(typesOf()).toEqual(
    new Set([
      ...expected,
      'proposal.made',
      'proposal.decided',
      ...[...typesOf()].filter((type) => /^(alert|queue)\./.test(type)),
    ]),
  )

  for (const { type, timestamp, data } of messages()) {
    const schema: z.ZodObject = webhookEvents[type].data
    expect(schema.strict().safeParse(data), type).toMatchObject({ success: true })
    expect(Math.abs(Date.parse(timestamp) - app.now())).toBeLessThan(120_000)
  }
  const closed = messages().find(({ type }) => type === 'order.closed')
  expect(closed?.data).toMatchObject({ market: 'BTCUSDT', direction: 'buy', lots: '0.01', reason: 'user' })
  expect(closed?.data.profit).toMatch(/^-?\d+\.\d{6}$/)
  const amounts = (type: WebhookEventType) =>
    messages().flatMap(({ type: own, data }) => (own === type ? [data.amount] : []))
  expect(amounts('deposit.credited')).toEqual(['1.50000000'])
  expect(amounts('savings.paid_in')).toEqual(['2.500000000'])
  expect(amounts('withdrawal.requested')).toEqual(['100.000000'])
  const text = receiver.received.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n')
  const personal = [
    person.email,
    person.userName,
    ada.lastName,
    ada.address,
    ada.birthdate,
    'Lima',
    '4111',
    'secret address',
  ]
  expect(personal.filter((word) => text.includes(word))).toEqual([])
  // Demo money is told of nowhere.
  const { result } = await app.call('listContractOrder', {}, { token: person.token, mode: 'demo' })
  const demoIds = result.items.map(({ id }: { id: string }) => id)
  expect(demoIds.length).toBeGreaterThan(0)
  expect(demoIds.filter((id: string) => text.includes(id))).toEqual([])
})

test('I16.11: a change that is rolled back is told of to nobody', async () => {
  const before = await app.db.query.selectFrom('webhooks_events').select('id').execute()
  const person = await app.signUp()
  await expect(
    app.db.transaction(async (tx) => {
      await tx.updateTable('accounts_users').set({ status: 'frozen' }).where('id', '=', person.id).execute()
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await expect.poll(() => [...typesOf(person.id)]).toEqual(['customer.opened'])
  const after = await app.db.query.selectFrom('webhooks_events').select('id').execute()
  expect(after).toHaveLength(before.length + 1)
})

test('I16.11: without an endpoint that wants a type, none of it is recorded', async () => {
  const [endpoint] = resultOf<WebhookEndpoint[]>(await admin.call('opsWebhooks'))
  const { id, name, url } = endpoint as WebhookEndpoint
  await admin.call('opsChangeWebhook', { id, name, url, types: ['deposit.credited'] })
  const person = await app.signUp()
  const events = await app.db.query
    .selectFrom('webhooks_events')
    .selectAll()
    .where('type', '=', 'customer.opened')
    .execute()
  expect(JSON.stringify(events.map(({ data }) => data))).not.toContain(person.id)
})

/** Types that the server itself records; triggers record all others. */
const byTheServer: readonly WebhookEventType[] = ['alert.raised', 'alert.ended', 'queue.late', 'webhook.test']

test('I16.11: the types that the database records are those of the contract, and the guide lists each', () => {
  const root = join(import.meta.dirname, '../../../..')
  const sql = ['0002-webhooks', '0003-service-tokens']
    .map((name) =>
      readFileSync(join(root, 'apps/server/src/platform/database/migrations', name, 'up.sql'), 'utf8'),
    )
    .join('\n')
  const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.+?) \|/gm)].map(([, type, summary]) => [
    type,
    summary,
  ])
  expect(rows).toEqual(webhookEventTypes.map((type) => [type, webhookEvents[type].summary]))
  const recorded = webhookEventTypes.filter((type) => !byTheServer.includes(type))
  const missing = recorded.filter((type) => {
    const [topic = '', act = ''] = type.split('.')
    const isWhole = sql.includes(`'${type}'`)
    // Written from its topic and the state it names.
    return (
      !isWhole &&
      !(
        sql.includes(`'${topic}.' ||`) &&
        (sql.includes(`'${act}'`) || /^(approved|sent|completed|cancelled|failed|overdue|repaid)$/.test(act))
      )
    )
  })
  expect(missing).toEqual([])
  const whole = [...sql.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, type]) => type)
  expect(whole.filter((type) => !webhookEventTypes.includes(type as WebhookEventType))).toEqual([])
})
