import { chosenEventTypes, mostWebhooks, type OpsCallName, type WebhookDelivery } from '@candor/contract'
import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { openReceiver, type Receiver } from './test-receiver.ts'

let app: TestApp
let receiver: Receiver
let admin: TestOperator
beforeAll(async () => {
  receiver = await openReceiver()
  app = await startTestApp()
  admin = await signInOperator(app, 'admin')
})
afterAll(async () => {
  await app.dispose()
  await receiver.close()
})
beforeEach(async () => {
  await app.db.query.deleteFrom('webhooks_endpoints').execute()
  receiver.received.length = 0
})

const settings = (changes: object = {}) => ({
  ...{ name: 'Books', url: receiver.url, types: ['customer.opened'], signature: 'v1' },
  ...changes,
})
const done = async <T>(name: OpsCallName, input: object): Promise<T> => {
  const response = await admin.call(name, input)
  expect([response.code, response.text]).toEqual([200, response.text])
  return resultOf<T>(response)
}
const add = (changes: object = {}) => done<{ id: string; secret: string }>('opsAddWebhook', settings(changes))
const listed = (id: string, changes: object = {}) =>
  done<{ items: WebhookDelivery[]; nextCursor: string | null }>('opsWebhookDeliveries', { id, ...changes })
const issueOf = async (name: OpsCallName, input: object) =>
  (await admin.call(name, input)).result.issues?.map(
    ({ path, code }: { path: string; code: string }) => `${path} ${code}`,
  )

test('I16.11: an admin adds an endpoint; its secret is shown once and stored sealed, and every admin is written to', async () => {
  const { id, secret } = await add()
  expect(secret).toMatch(/^whsec_/)
  const again = await admin.call('opsWebhooks')
  expect(again.result).toMatchObject([{ id, state: 'active', waiting: 0, failed: 0, publicKey: null }])
  expect(again.text).not.toContain(secret)
  const { rows } = await app.db.pool.query('SELECT row_to_json(e)::text AS row FROM webhooks_endpoints e')
  expect(rows[0].row).toContain('"secret":"sealed:1:')
  expect(rows[0].row).not.toContain(secret)
  const letter = app
    .messages(admin.email)
    .find(({ subject }) => subject === 'Webhook to a new address: Books')
  expect(letter?.text).toContain(admin.email)
  const { items } = resultOf<{ items: { action: string; after: object }[] }>(
    await admin.call('opsAudit', { subject: `webhook:${id}` }),
  )
  expect(items).toMatchObject([
    { action: 'webhooks.add', after: { name: 'Books', url: receiver.url, types: ['customer.opened'] } },
  ])
})

test('I16.11: an address that no message would be sent to is refused at its field', async () => {
  const refused = async (url: string) => issueOf('opsAddWebhook', settings({ url }))
  expect(await refused('https://10.0.0.1/')).toEqual(['url address'])
  expect(await refused('https://[fd00::1]/')).toEqual(['url address'])
  expect(await refused('http://hooks.example/')).toEqual(['url url'])
  expect(await refused('ftp://hooks.example/')).toEqual(['url url'])
  expect(await refused('https://me:secret@hooks.example/')).toEqual(['url credentials'])
  expect(await refused('nonsense')).toEqual(['url url'])
  expect(await issueOf('opsAddWebhook', settings({ types: [] }))).toEqual(['types too_small'])
  await add()
  expect(await issueOf('opsAddWebhook', settings())).toEqual(['name taken'])
})

test(`I16.11: there are at most ${mostWebhooks} endpoints`, async () => {
  for (let n = 1; n <= mostWebhooks; n += 1) await add({ name: `System ${n}` })
  expect(await issueOf('opsAddWebhook', settings({ name: 'One more' }))).toEqual(['name too_many'])
})

test('I16.11: a test event is delivered by the running server and listed with what was answered', async () => {
  const { id } = await add()
  const { messageId } = await done<{ messageId: string }>('opsTestWebhook', { id })
  await receiver.until(1)
  expect(receiver.received[0]).toMatchObject({ id: messageId })
  await expect
    .poll(async () => (await listed(id)).items)
    .toMatchObject([
      { id: messageId, type: 'webhook.test', state: 'delivered', attempts: 1, status: 204, nextAt: null },
    ])
  const [{ payload }] = (await listed(id)).items as [WebhookDelivery]
  expect(payload).toBe(receiver.received[0]?.body)
})

test('I16.11: failed messages are filtered, read by pages, and sent again one by one or since a moment', async () => {
  const { id } = await add()
  receiver.respond = (response) => response.writeHead(500).end()
  for (let n = 0; n < 3; n += 1) await app.signUp()
  await receiver.until(3)
  await expect.poll(async () => (await listed(id, { state: 'waiting' })).items.length).toBe(3)
  await app.db.query.updateTable('webhooks_deliveries').set({ state: 'failed', next_at: null }).execute()
  const first = await listed(id, { state: 'failed', limit: 2 })
  const rest = await listed(id, { state: 'failed', limit: 2, cursor: first.nextCursor ?? '' })
  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null])
  receiver.respond = (response) => response.writeHead(204).end()
  const [again] = first.items as [WebhookDelivery]
  await done('opsResendWebhook', { id, messageId: again.id })
  await expect
    .poll(async () => (await listed(id, { state: 'delivered' })).items)
    .toMatchObject([{ id: again.id }])
  const since = new Date(app.now() - dayMs).toISOString()
  expect(await done('opsReplayWebhook', { id, since, onlyMissed: true })).toEqual({ messages: 2 })
  await expect.poll(async () => (await listed(id, { state: 'delivered' })).items.length).toBe(3)
  expect(await done('opsReplayWebhook', { id, since, onlyMissed: true })).toEqual({ messages: 0 })
  const whole = await done<{ messages: number }>('opsReplayWebhook', { id, since })
  expect(whole.messages).toBeGreaterThanOrEqual(3)
  const old = new Date(app.now() - 31 * dayMs).toISOString()
  expect(await issueOf('opsReplayWebhook', { id, since: old })).toEqual(['since too_old'])
  const future = new Date(app.now() + dayMs).toISOString()
  expect(await issueOf('opsReplayWebhook', { id, since: future })).toEqual(['since future'])
})

test('I16.11: an alert of the dashboard is told of when it appears and when it ends', async () => {
  const { id } = await add({ types: ['alert.raised', 'alert.ended'] })
  const other = await add({ name: 'Old' })
  const stopped = { state: 'stopped', stop_reason: 'gone', stopped_at: BigInt(app.now()) } as const
  await app.db.query.updateTable('webhooks_endpoints').set(stopped).where('id', '=', other.id).execute()
  const alertMessages = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.text === 'Webhooks were stopped: Old')
  // Every job that is due runs at once then.
  await app.moveClock(minuteMs)
  await expect
    .poll(alertMessages)
    .toMatchObject([{ type: 'alert.raised', data: { page: 'webhooks', tone: 'bad' } }])
  await done('opsResumeWebhook', { id: other.id })
  await app.moveClock(minuteMs)
  await expect.poll(() => alertMessages().map(({ type }) => type)).toEqual(['alert.raised', 'alert.ended'])
  await done('opsRemoveWebhook', { id: other.id })
  await done('opsRemoveWebhook', { id })
  expect((await admin.call('opsWebhooks')).result).toEqual([])
})

test('I16.11: metrics count what waits and what was given up', async () => {
  const { id } = await add({ types: chosenEventTypes })
  await done('opsPauseWebhook', { id })
  await done('opsTestWebhook', { id })
  const metrics = await (await fetch(app.metricsUrl)).text()
  expect(metrics).toContain('candor_webhook_messages{endpoint="Books",state="waiting"} 1')
  expect(metrics).toContain('candor_webhook_messages{endpoint="Books",state="failed"} 0')
})

test('I16.11: events are deleted after 30 days with their deliveries', async () => {
  const { id } = await add()
  await done('opsTestWebhook', { id })
  await app.db.query.updateTable('webhooks_events').set({ spread: true }).execute()
  await app.moveClock(31 * dayMs)
  // The admin was signed out meanwhile.
  const { query } = app.db
  await expect.poll(() => query.selectFrom('webhooks_events').select('id').execute()).toEqual([])
  expect(await query.selectFrom('webhooks_deliveries').select('event').execute()).toEqual([])
})
