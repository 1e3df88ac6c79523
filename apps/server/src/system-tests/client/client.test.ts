import { once } from 'node:events'
import {
  type Client,
  type ClientOptions,
  type ContractOrder,
  createClient,
  NoResponse,
  Refusal,
} from '@candor/client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { undoToken } from '../../accounts/profile/test-changes.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { limitSetter } from '../../testing/test-limits.ts'
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts'

let app: TestApp
let line: CuttingProxy
let person: Awaited<ReturnType<TestApp['signUp']>>
let apiKey: string
beforeAll(async () => {
  app = await startTestApp()
  line = await openCuttingProxy(app.url)
})
afterAll(async () => {
  await line.close()
  await app.dispose()
})
beforeEach(async () => {
  person = await app.signUp()
  apiKey = await newKey()
})

async function newKey(scope: 'read' | 'trade' = 'trade'): Promise<string> {
  const made = await app.call('makeApiKey', { name: 'a program', scope }, { token: person.token })
  return resultOf<{ key: string }>(made).key
}
/** Waiting times are as short as they can be. */
const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ url: line.url, apiKey, WebSocket, random: () => 0, ...options })

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false } as const

/** Buys; waits for the market's first price. */
async function buyOne(client = clientOf()): Promise<ContractOrder> {
  for (;;) {
    try {
      return await client.call('buyContract', buy)
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== 'unavailable') throw error
    }
  }
}
const listed = async () =>
  resultOf<{ items: ContractOrder[] }>(await app.call('listContractOrder', {}, { token: person.token })).items

test('I15.13a: a key or a session calls with typed results, in the chosen account', async () => {
  const bought = await buyOne()
  expect(bought).toMatchObject({ code: 'BTCUSDT', direction: 'buy', status: 'open', mode: 'demo' })
  const bySession = createClient({ url: `${app.url}/`, token: person.token })
  const page = await bySession.call('listContractOrder', { status: 'open', limit: 5 })
  expect(page.items.map(({ id }) => id)).toEqual([bought.id])
  expect(await bySession.call('getContractOrderById', { id: bought.id })).toMatchObject({ id: bought.id })
  const real = createClient({ url: app.url, token: person.token, mode: 'real' })
  expect((await real.call('getUserInfo')).mode).toBe('real')
  expect((await clientOf().call('getUserInfo')).mode).toBe('demo')
})

test('I15.13a: a refusal is an error with its name, its message in the chosen language and its fields', async () => {
  const german = clientOf({ language: 'de' })
  const refused = await german.call('buyContract', { ...buy, lots: '0' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ refusal: 'lotsInvalid', code: 11044, status: 200 })
  const english = await clientOf()
    .call('buyContract', { ...buy, lots: '0' })
    .catch((error: Refusal) => error.message)
  expect((refused as Refusal).message).not.toBe(english)
  const reads = clientOf({ apiKey: await newKey('read') })
  await expect(reads.call('buyContract', buy)).rejects.toMatchObject({ refusal: 'apiKeyNotAllowed' })
  await expect(clientOf({ apiKey: 'none' }).call('getUserInfo')).rejects.toMatchObject({
    refusal: 'signedOut',
    status: 401,
  })
  const noDate = clientOf().call('statement', { from: 'yesterday' })
  await expect(noDate).rejects.toMatchObject({ refusal: 'invalidInput', issues: [{ path: 'from' }] })
})

test('I15.13a: an order whose response was lost is one order: the client repeats it with the same key', async () => {
  await buyOne()
  const client = clientOf()
  await client.call('getUserInfo')
  line.loseNextResponse()
  const bought = await client.call('buyContract', buy)
  const orders = await listed()
  expect(orders).toHaveLength(2)
  expect(orders[0]?.id).toBe(bought.id)
  const idempotencyKey = crypto.randomUUID()
  const first = await client.call('buyContract', buy, { idempotencyKey })
  const again = await client.call('buyContract', buy, { idempotencyKey })
  expect(again.id).toBe(first.id)
  const other = client.call('buyContract', { ...buy, lots: '0.002' }, { idempotencyKey })
  await expect(other).rejects.toMatchObject({ refusal: 'keyReused' })
})

test('I15.13a: without a response the error has the key with which the call is repeated', async () => {
  await buyOne()
  const client = clientOf({ retries: 0 })
  await client.call('getUserInfo')
  line.loseNextResponse()
  const lost = await client.call('buyContract', buy).catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(NoResponse)
  const { idempotencyKey } = lost as NoResponse
  const bought = await client.call('buyContract', buy, { idempotencyKey: idempotencyKey ?? '' })
  expect((await listed()).map(({ id }) => id)[0]).toBe(bought.id)
  expect(await listed()).toHaveLength(2)
})

test('I15.13a: while nothing responds, reads are repeated, and a POST without a key is not', async () => {
  let sent = 0
  const counted = clientOf({
    retries: 2,
    fetch: (input, init) => {
      sent += 1
      return fetch(input, init)
    },
  })
  line.cut()
  onTestFinished(() => line.mend())
  const preview = counted.call('previewContract', buy)
  await expect(preview).rejects.toMatchObject({ name: 'NoResponse', idempotencyKey: null })
  expect(sent).toBe(1)
  await expect(counted.call('listContractOrder')).rejects.toBeInstanceOf(NoResponse)
  expect(sent).toBe(4)
})

test('I15.13a: a call that the server slows down waits as it says and succeeds', async () => {
  const fresh = clientOf()
  expect(fresh.rateLimit).toBeNull()
  await fresh.call('getUserInfo')
  expect(fresh.rateLimit).toMatchObject({ policy: 'apiKeys', limit: 20 })
  expect([19, 20]).toContain(fresh.rateLimit?.remaining)
  const set = limitSetter(app)
  await set('limits.apiKeys.burst', 1)
  onTestFinished(() => set('limits.apiKeys.burst', 20))
  const atOnce = (client: Client, calls: number) =>
    Promise.allSettled(Array.from({ length: calls }, () => client.call('getUserInfo')))
  const hurried = clientOf({ retries: 0 })
  await expect
    .poll(async () =>
      (await atOnce(hurried, 20)).map((one) => one.status === 'rejected' && one.reason.refusal),
    )
    .toContain('tooManyRequests')
  const patient = await atOnce(clientOf({ retries: 20 }), 3)
  expect(patient.map(({ status }) => status)).toEqual(patient.map(() => 'fulfilled'))
})

test('I15.13a: files are downloaded under their names; a refusal of one is an error', async () => {
  const bought = await buyOne()
  const { name, blob } = await clientOf().download('listAllOrders', { format: 'csv' })
  expect(name).toBe('orders-demo.csv')
  expect(await blob.text()).toContain(bought.orderNo)
  await expect(clientOf().download('listAllOrders')).rejects.toThrow('no file')
  const bad = clientOf().download('statement', { from: 'yesterday', format: 'csv' })
  await expect(bad).rejects.toMatchObject({ refusal: 'invalidInput' })
  const session = createClient({ url: app.url, token: person.token, mode: 'real' })
  const file = new Blob([new Uint8Array([1, 2, 3])])
  await expect(session.call('upload', { file, purpose: 'avatar' })).rejects.toMatchObject({
    refusal: 'fileRejected',
  })
})

test('I15.13a: an abandoned call ends at once', async () => {
  const abandoned = new AbortController()
  const call = clientOf().call('getUserInfo', {}, { signal: abandoned.signal })
  abandoned.abort(new Error('no longer needed'))
  await expect(call).rejects.toThrow('no longer needed')
})

test('I15.13a: prices follow their subscription through a cut line', async () => {
  const seen = new Map<string, string | undefined>()
  const states: string[] = []
  const stream = clientOf().followPrices({
    codes: ['BTCUSDT'],
    onPrices: (prices) => {
      for (const { code, bid } of prices) seen.set(code, bid)
    },
    onState: (state) => states.push(state),
  })
  onTestFinished(() => stream.close())
  await expect.poll(() => seen.get('BTCUSDT')).toMatch(/^\d/)
  stream.subscribe(['EURUSD'])
  await expect.poll(() => seen.get('EURUSD')).toMatch(/^\d/)
  line.cut()
  await expect.poll(() => states.at(-1)).toBe('lost')
  seen.clear()
  line.mend()
  await expect.poll(() => [seen.get('BTCUSDT'), seen.get('EURUSD')].map(Boolean)).toEqual([true, true])
  expect(states[0]).toBe('connecting')
  expect(states.at(-1)).toBe('open')
})

test('I15.13a: orders that changed while the line was cut are reported after it', async () => {
  const [stays, closes] = [await buyOne(), await buyOne()]
  const now = new Map<string, string>()
  let current = 0
  const stream = clientOf().followOrders({
    onOrder: ({ id, status }) => now.set(id, status),
    onCurrent: () => {
      current += 1
    },
  })
  onTestFinished(() => stream.close())
  await expect.poll(() => current).toBe(1)
  expect([...now].sort()).toEqual(
    [
      [stays.id, 'open'],
      [closes.id, 'open'],
    ].sort(),
  )
  const live = await buyOne(createClient({ url: app.url, apiKey }))
  await expect.poll(() => now.get(live.id)).toBe('open')

  line.cut()
  const direct = createClient({ url: app.url, apiKey })
  await direct.call('closeContract', { id: closes.id })
  const short = await buyOne(direct)
  await direct.call('closeContract', { id: short.id })
  const opened = await buyOne(direct)
  expect(now.has(opened.id)).toBe(false)
  line.mend()
  await expect.poll(() => current).toBe(2)
  expect([closes, short, opened, stays].map(({ id }) => now.get(id))).toEqual([
    'closed',
    'closed',
    'open',
    'open',
  ])
})

test('I15.13a: an order that began and ended while the line was cut is reported, although there was none before', async () => {
  const now = new Map<string, string>()
  let [current, failures] = [0, 0]
  let isFailing = false
  const stream = clientOf({
    retries: 0,
    fetch: (input, init) => (isFailing ? Promise.reject(new TypeError('no network')) : fetch(input, init)),
  }).followOrders({
    onOrder: ({ id, status }) => now.set(id, status),
    onCurrent: () => {
      current += 1
    },
    onError: () => {
      failures += 1
    },
  })
  onTestFinished(() => stream.close())
  await expect.poll(() => current).toBe(1)
  line.cut()
  const direct = createClient({ url: app.url, token: person.token })
  const short = await buyOne(direct)
  await direct.call('closeContract', { id: short.id })
  // The stream is back before the orders can be read: they are read again until they are there.
  isFailing = true
  line.mend()
  await expect.poll(() => failures).toBeGreaterThan(1)
  const live = await buyOne(direct)
  await expect.poll(() => [...now]).toEqual([[live.id, 'open']])
  isFailing = false
  await expect.poll(() => current).toBe(2)
  expect([short, live].map(({ id }) => now.get(id))).toEqual(['closed', 'open'])
})

/** Opens the stream of the newest key. */
async function watchStream() {
  const [states, types]: [string[], string[]] = [[], []]
  const sockets: WebSocket[] = []
  class WatchedSocket extends WebSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const stream = clientOf({ WebSocket: WatchedSocket }).followAccount({
    onMessage: ({ type }) => types.push(type),
    onState: (state) => states.push(state),
  })
  onTestFinished(() => stream.close())
  await expect.poll(() => states.at(-1)).toBe('open')
  /** The state after a ping: what the server sent before arrives before its pong. A heartbeat would end the stream later. */
  const stateNow = async () => {
    const [socket] = sockets as [WebSocket]
    socket.ping()
    await Promise.race([once(socket, 'pong'), once(socket, 'close')])
    return states.at(-1)
  }
  return { states, types, stateNow }
}

test('I15.13b: a stream ends at once and for good when its key is revoked, by the owner or by a new password', async () => {
  const revoked = await watchStream()
  const { token } = person
  const [{ id }] = resultOf<[{ id: string }]>(await app.call('listApiKeys', {}, { token }))
  await app.call('revokeApiKey', { id }, { token })
  expect(await revoked.stateNow()).toBe('ended')
  expect(revoked.types).toEqual(['session', 'session'])

  apiKey = await newKey('read')
  const others = await watchStream()
  await app.call('sendCode', { email: person.email, purpose: 'forget' })
  const code = app.messages(person.email).findLast((message) => message.code !== undefined)?.code
  const { resetToken } = (await app.call('forget', { email: person.email, code })).result
  expect(await others.stateNow()).toBe('open')
  await app.call('forget', { resetToken, password: 'another long and plain phrase' })
  expect(await others.stateNow()).toBe('ended')
})

test('I15.13b: the owner’s freeze, and undoing the key by its letter, end the stream at once', async () => {
  const frozen = await watchStream()
  await app.call('freeze', {}, { token: person.token })
  expect(await frozen.stateNow()).toBe('ended')
  person = await app.signUp()
  apiKey = await newKey()
  const undone = await watchStream()
  await app.call('undoChange', { token: await undoToken(app, person) })
  expect(await undone.stateNow()).toBe('ended')
})

test('I15.13a: a runtime without WebSocket, and a stream without a key, are said at once', () => {
  const follower = { onMessage: () => undefined }
  expect(() => createClient({ url: app.url, WebSocket }).followAccount(follower)).toThrow('apiKey or token')
  if ('WebSocket' in globalThis) return
  expect(() => createClient({ url: app.url, apiKey }).followAccount(follower)).toThrow('package ws')
})
