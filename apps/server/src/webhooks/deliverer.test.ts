import { createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs, hourMs, minuteMs } from '@candor/rules/time-units.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mostAttempts } from './retry-times.ts'
import { openReceiver, type ReceivedMessage, type Receiver } from './test-receiver.ts'
import { webhookAlerts } from './webhook-alerts.ts'
import { openWebhooksFixture, type WebhooksFixture } from './webhooks-fixture.ts'

let fixture: WebhooksFixture
let receiver: Receiver
beforeAll(async () => {
  fixture = await openWebhooksFixture()
})
afterAll(() => fixture.dispose())
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  await fixture.clear()
})

const endpoint = async () => {
  const [first] = await fixture.handlers.opsWebhooks()
  if (first === undefined) throw new Error('there is no endpoint')
  return first
}
/** Lets the longest wait of a failed message pass. */
const later = async (ms: number) => {
  fixture.clock.advance(ms)
  await fixture.deliver()
}

/** The signature as a receiver computes it who has read the standard and nothing of ours. */
function isSigned({ headers, body }: ReceivedMessage, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', key).update(content).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}

test('I16.11: an event arrives once, signed, with its id, its second and its data', async () => {
  const { secret } = await fixture.addEndpoint({ url: receiver.url })
  await fixture.record('customer.opened')
  await fixture.deliver()
  await fixture.deliver()
  expect(receiver.received).toHaveLength(1)
  const [message] = receiver.received as [ReceivedMessage]
  expect(isSigned(message, secret ?? '')).toBe(true)
  expect(isSigned({ ...message, body: `${message.body} ` }, secret ?? '')).toBe(false)
  expect(message.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
    'webhook-timestamp': String(Math.floor(fixture.clock.now() / 1000)),
  })
  expect(JSON.parse(message.body)).toEqual({
    type: 'customer.opened',
    timestamp: new Date(fixture.clock.now()).toISOString(),
    data: { customer: expect.any(String) },
  })
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered', attempts: 1, status: 204 }])
  expect(await endpoint()).toMatchObject({ waiting: 0, failed: 0, failingSince: null })
})

test('I16.11: a message of v1a is verified with the published key alone', async () => {
  const { secret, publicKey } = await fixture.addEndpoint({ url: receiver.url, signature: 'v1a' })
  expect(secret).toBe(null)
  await fixture.record('order.opened')
  await fixture.deliver()
  const [{ headers, body }] = receiver.received as [ReceivedMessage]
  const x = Buffer.from(publicKey?.replace(/^whpk_/, '') ?? '', 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const signature = String(headers['webhook-signature']).replace(/^v1a,/, '')
  expect(verify(null, content, key, Buffer.from(signature, 'base64'))).toBe(true)
})

type Verify = (key: string, headers: ReceivedMessage['headers'], body: string) => boolean

/** The examples of the guide, as its reader would run them. */
async function guideExamples(): Promise<{ readonly verify: Verify; readonly verifyPublished: Verify }> {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/webhooks.md'), 'utf8')
  const blocks = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')
  const modules = await Promise.all(
    blocks.map((code) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)),
  )
  return Object.assign({}, ...modules)
}

test('I16.11: the guide’s verification accepts what was sent, and nothing else', async () => {
  const { verify: verifyShared, verifyPublished } = await guideExamples()
  const { secret } = await fixture.addEndpoint({ url: receiver.url })
  const { publicKey } = await fixture.addEndpoint({ url: receiver.url, signature: 'v1a' })
  await fixture.record('customer.opened')
  await fixture.deliver()
  const sentBy = (kind: string) =>
    receiver.received.find(({ headers }) => String(headers['webhook-signature']).startsWith(kind))
  vi.useFakeTimers({ toFake: ['Date'], now: fixture.clock.now() })
  try {
    for (const [check, key, kind] of [
      [verifyShared, secret, 'v1,'],
      [verifyPublished, publicKey, 'v1a,'],
    ] as const) {
      const { headers, body } = sentBy(kind) as ReceivedMessage
      expect(check(key ?? '', headers, body)).toBe(true)
      expect(check(key ?? '', headers, `${body} `)).toBe(false)
      expect(check(key ?? '', { ...headers, 'webhook-timestamp': '1' }, body)).toBe(false)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('I16.11: for a day after a rotation both secrets sign, then the new one alone', async () => {
  const { id, secret: former } = await fixture.addEndpoint({ url: receiver.url })
  const { secret } = await fixture.handlers.opsRotateWebhookSecret({ id }, fixture.admin)
  expect(secret).not.toBe(former)
  await fixture.record('customer.opened')
  await fixture.deliver()
  fixture.clock.advance(dayMs)
  await fixture.record('customer.opened')
  await fixture.deliver()
  const signed = (by: string | null) => receiver.received.map((message) => isSigned(message, by ?? ''))
  expect(signed(secret)).toEqual([true, true])
  expect(signed(former)).toEqual([true, false])
  expect(await endpoint()).toMatchObject({ rotatingUntil: null })
})

test('I16.11: a receiver that fails gets the message again, with the same id, until it takes it', async () => {
  await fixture.addEndpoint({ url: receiver.url })
  receiver.respond = (response) => response.writeHead(500).end('no')
  await fixture.record('deposit.credited')
  await fixture.deliver()
  expect(await fixture.rows()).toMatchObject([
    { state: 'waiting', attempts: 1, status: 500, failure: 'status', detail: 'HTTP 500' },
  ])
  // Not before its time.
  await fixture.deliver()
  expect(receiver.received).toHaveLength(1)
  await later(6_000)
  receiver.respond = (response) => response.writeHead(200).end()
  await later(6 * minuteMs)
  expect(receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered', attempts: 3, failure: null }])
})

test('I16.11: after ten attempts over three days the message is failed and the endpoint stopped; admins get an alert and a letter', async () => {
  await fixture.addEndpoint({ url: receiver.url, name: 'Books' })
  receiver.respond = (response) => response.writeHead(503).end()
  await fixture.record('deposit.credited')
  await fixture.deliver()
  for (let attempt = 2; attempt <= mostAttempts; attempt += 1) {
    const [waiting] = await fixture.rows()
    await later(Number(waiting?.next_at) - fixture.clock.now())
  }
  expect(receiver.received).toHaveLength(mostAttempts)
  expect(await fixture.rows()).toMatchObject([{ state: 'failed', attempts: mostAttempts, next_at: null }])
  expect(await endpoint()).toMatchObject({ state: 'stopped', stopReason: 'failing' })
  expect(fixture.adminLetters.at(-1)?.subject).toBe('Webhook stopped: Books')
  const [alert] = await webhookAlerts(fixture).alerts()
  expect(alert).toMatchObject({ tone: 'bad', text: 'Webhooks were stopped: Books' })

  // What waits or failed is not lost: resumed, the endpoint gets it.
  receiver.respond = (response) => response.writeHead(204).end()
  const { id } = await endpoint()
  await fixture.handlers.opsResumeWebhook({ id }, fixture.admin)
  const since = new Date(fixture.clock.now() - 20 * dayMs).toISOString()
  expect(await fixture.handlers.opsReplayWebhook({ id, since, onlyMissed: true }, fixture.admin)).toEqual({
    messages: 1,
  })
  await fixture.deliver()
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered' }])
  expect(await webhookAlerts(fixture).alerts()).toEqual([])
})

test('I16.11: a message that is refused ten times while others arrive is failed, and its endpoint goes on', async () => {
  await fixture.addEndpoint({ url: receiver.url })
  receiver.respond = (response, { body }) =>
    response.writeHead(body.includes('customer.closed') ? 500 : 204).end()
  await fixture.record('customer.closed')
  await fixture.deliver()
  for (let attempt = 2; attempt <= mostAttempts; attempt += 1) {
    await fixture.record('customer.opened')
    await later(29 * hourMs)
  }
  const [refused, ...others] = await fixture.rows()
  expect(refused).toMatchObject({ state: 'failed', attempts: mostAttempts, next_at: null })
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['delivered']))
  expect(await endpoint()).toMatchObject({ state: 'active', failed: 1 })
})

test('I16.11: 410 stops the endpoint at once, and its messages wait', async () => {
  await fixture.addEndpoint({ url: receiver.url, name: 'Old system' })
  receiver.respond = (response) => response.writeHead(410).end()
  await fixture.record('customer.opened')
  await fixture.deliver()
  await later(hourMs)
  expect(receiver.received).toHaveLength(1)
  expect(await endpoint()).toMatchObject({ state: 'stopped', stopReason: 'gone', waiting: 1 })
  expect(fixture.adminLetters.at(-1)).toMatchObject({
    subject: 'Webhook stopped: Old system',
    text: expect.stringContaining('HTTP 410'),
  })
})

test('I16.11: a redirect is not followed', async () => {
  await fixture.addEndpoint({ url: receiver.url })
  receiver.respond = (response) => response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end()
  await fixture.record('customer.opened')
  await fixture.deliver()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  expect(await fixture.rows()).toMatchObject([{ failure: 'redirect', detail: 'HTTP 307' }])
})

test('I16.11: an answer without an end counts by its status: its body is not read', async () => {
  await fixture.addEndpoint({ url: receiver.url })
  receiver.respond = (response) => void response.writeHead(200).write('x')
  await fixture.record('customer.opened')
  await fixture.deliver()
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered' }])
})

test('I16.11: a receiver that hangs delays its own messages alone, and times out', async () => {
  const other = await openReceiver()
  try {
    await fixture.addEndpoint({ url: receiver.url, name: 'Hangs' })
    await fixture.addEndpoint({ url: other.url, name: 'Answers' })
    receiver.respond = () => undefined
    await fixture.record('customer.opened', 6)
    const hasty = fixture.deliverer(1_500)
    const done = fixture.deliver(hasty)
    await other.until(6)
    expect((await fixture.rows()).filter(({ state }) => state === 'waiting').length).toBeGreaterThanOrEqual(6)
    // The next look begins no second turn of the endpoint that hangs.
    expect(await hasty.run()).toBe(0)
    await done
    const states = (await fixture.rows()).map(({ state, failure }) => `${state} ${failure}`)
    expect(states.toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'delivered null'),
      ...Array.from({ length: 6 }, () => 'waiting timeout'),
    ])
  } finally {
    await other.close()
  }
})

test('I16.11: after a crash between an attempt and its note the message is sent again, with the same id', async () => {
  await fixture.addEndpoint({ url: receiver.url })
  receiver.respond = () => undefined
  await fixture.record('customer.opened')
  const crashing = fixture.deliverer()
  const done = fixture.deliver(crashing)
  await receiver.until(1)
  // The receiver has it, and nothing of that is stored.
  await crashing.stop()
  await done
  expect(await fixture.rows()).toMatchObject([{ state: 'waiting', status: null, failure: null }])
  receiver.respond = (response) => response.writeHead(204).end()
  // Not while the first process might still be at it.
  await fixture.deliver()
  expect(receiver.received).toHaveLength(1)
  await later(minuteMs)
  expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id])
  expect(await fixture.rows()).toMatchObject([{ state: 'delivered' }])
})

test('I16.11: of two processes each message is sent by one', async () => {
  await fixture.addEndpoint({ url: receiver.url })
  await fixture.record('customer.opened', 40)
  const [one, other] = [fixture.deliverer(), fixture.deliverer()]
  await fixture.deliver(one)
  await Promise.all([fixture.deliver(one), fixture.deliver(other)])
  expect(receiver.received).toHaveLength(40)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(40)
})

test('I16.11: a paused endpoint gets its messages once it is resumed', async () => {
  const { id } = await fixture.addEndpoint({ url: receiver.url })
  await fixture.handlers.opsPauseWebhook({ id }, fixture.admin)
  await fixture.record('customer.opened')
  await fixture.deliver()
  expect(receiver.received).toEqual([])
  expect(await endpoint()).toMatchObject({ state: 'paused', waiting: 1 })
  await fixture.handlers.opsResumeWebhook({ id }, fixture.admin)
  await fixture.deliver()
  expect(receiver.received).toHaveLength(1)
})

test('I16.11: a host that resolves to a private address is refused at the attempt', async () => {
  await fixture.addEndpoint({ url: 'https://localhost.localdomain.invalid/' })
  const { id } = await endpoint()
  await fixture.db.query
    .updateTable('webhooks_endpoints')
    .set({ url: 'https://10.0.0.1/' })
    .where('id', '=', id)
    .execute()
  await fixture.record('customer.opened')
  await fixture.deliver()
  expect(await fixture.rows()).toMatchObject([{ failure: 'address', detail: '10.0.0.1', status: null }])
})
