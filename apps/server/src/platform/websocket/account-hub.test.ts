import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ManualClock } from '../clock.ts'
import { TooMany } from '../http/refusal.ts'
import { routeUpgrades } from '../http/sockets/upgrades.ts'
import { AccountHub, closedBecause } from './account-hub.ts'

const clock = new ManualClock(1_000)
const address = '192.0.2.7'
const [helloMs, pingMs] = [2_000, 30_000]
let alive: Set<string>
let server: Server
let hub: AccountHub
let url: string

beforeEach(async () => {
  // No client is late because the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  alive = new Set(['good', 'other', 'key'])
  hub = new AccountHub({
    authenticate: (token) =>
      alive.has(token)
        ? { userId: `user-${token}`, sessionId: `session-${token}`, frozen: false, country: null }
        : 'ended',
    authenticateKey: async (key, from) => {
      if (key === 'busy') throw new TooMany(1_000)
      if (from !== address || !alive.has(key)) return 'ended'
      return {
        userId: 'user-good',
        sessionId: 'key-1',
        scope: 'read',
        frozen: false,
        country: null,
        standing: null,
      }
    },
    clock,
    mostOfUser: async () => 3,
    limits: { helloMs, pingMs },
  })
  server = createServer()
  routeUpgrades(
    server,
    {
      '/websocket/account': (request, socket, head, place) => hub.upgrade(request, socket, head, place),
    },
    { places: { admit: async () => ({ address, giveBack: () => undefined }) }, publicUrl: null },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket/account`
})
afterEach(async () => {
  vi.useRealTimers()
  hub.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

interface Client {
  readonly socket: WebSocket
  readonly heard: { type: string; seq: number; at: number; data: unknown }[]
}

async function connect(first?: string): Promise<Client> {
  const socket = new WebSocket(url)
  const heard: Client['heard'] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(socket, 'open')
  if (first !== undefined) socket.send(first)
  return { socket, heard }
}
const hello = (token: string, virtually = 'NO') => JSON.stringify({ token, virtually })
const closeCode = async ({ socket }: Client) => (await once(socket, 'close'))[0] as number

async function withKey(key: string): Promise<Client> {
  const client = await connect(JSON.stringify({ key, virtually: 'NO' }))
  await expect.poll(() => client.heard.length).toBe(1)
  return client
}

async function signedIn(token = 'good', virtually = 'NO'): Promise<Client> {
  const client = await connect(hello(token, virtually))
  await expect.poll(() => client.heard.length).toBe(1)
  return client
}

test('calls Websockets: a signed-in customer receives the numbered messages of the account they view', async () => {
  const demo = await signedIn()
  const real = await signedIn('good', 'YES')
  const other = await signedIn('other')
  hub.publish('user-good', 'demo', 'order', { id: 'o1' })
  hub.publish('user-good', 'demo', 'balance', { asset: 'USDT' })
  await expect.poll(() => demo.heard.length).toBe(3)
  expect(demo.heard.slice(1)).toEqual([
    { type: 'order', seq: 2, at: 1_000, data: { id: 'o1' } },
    { type: 'balance', seq: 3, at: 1_000, data: { asset: 'USDT' } },
  ])
  expect([real.heard.length, other.heard.length]).toEqual([1, 1])
})

test('publishing without a listener is no error', () => {
  expect(() => hub.publish('nobody', 'demo', 'order', {})).not.toThrow()
})

test('a session that is ended closes its sockets and no others', async () => {
  const ended = await signedIn()
  const stays = await signedIn('other')
  hub.endSession('session-good')
  expect(await closeCode(ended)).toBe(closedBecause.signedOut)
  expect(ended.heard.at(-1)).toMatchObject({ type: 'session', data: { state: 'ended' } })
  expect(stays.socket.readyState).toBe(WebSocket.OPEN)
})

test('a session that ran out is noticed at the next heartbeat', async () => {
  const client = await signedIn()
  alive.delete('good')
  const closed = closeCode(client)
  vi.advanceTimersByTime(pingMs)
  expect(await closed).toBe(closedBecause.signedOut)
})

test('a quiet account shows at each heartbeat that its connection lives: no page can see a ping', async () => {
  const client = await signedIn()
  vi.advanceTimersByTime(pingMs)
  await expect.poll(() => client.heard.length).toBe(2)
  expect(client.heard[1]).toMatchObject({ type: 'session', seq: 2, data: { state: 'alive' } })
})

test('a client that sends nothing, nonsense or too much, or has no session, is disconnected', async () => {
  const silent = closeCode(await connect())
  vi.advanceTimersByTime(helloMs)
  expect(await silent).toBe(closedBecause.badHello)
  expect(await closeCode(await connect('nonsense'))).toBe(closedBecause.badHello)
  expect(await closeCode(await connect('{"token":7}'))).toBe(closedBecause.badHello)
  expect(await closeCode(await connect(hello('x'.repeat(5_000))))).toBe(1009)
  expect(await closeCode(await connect(hello('unknown')))).toBe(closedBecause.signedOut)
})

test('I15.13b: a key opens the stream of its owner, without letters, notices and support', async () => {
  const program = await withKey('key')
  const page = await signedIn()
  for (const type of ['notification', 'support', 'order', 'balance', 'alert'] as const)
    hub.publish('user-good', 'demo', type, { about: type })
  hub.publish('user-good', 'real', 'order', { about: 'another account' })
  hub.publish('user-other', 'demo', 'order', { about: 'another customer' })
  await expect.poll(() => page.heard.length).toBe(6)
  await expect.poll(() => program.heard.length).toBe(4)
  expect(program.heard.map(({ type, seq }) => [type, seq])).toEqual([
    ['session', 1],
    ['order', 2],
    ['balance', 3],
    ['alert', 4],
  ])
})

test('I15.13b: a key that is revoked, or no longer opens, ends its stream and no other', async () => {
  const page = await signedIn()
  const revoked = await withKey('key')
  hub.endSession('key-1')
  expect(await closeCode(revoked)).toBe(closedBecause.signedOut)
  const lapsed = await withKey('key')
  alive.delete('key')
  const closed = closeCode(lapsed)
  vi.advanceTimersByTime(pingMs)
  expect(await closed).toBe(closedBecause.signedOut)
  expect(page.socket.readyState).toBe(WebSocket.OPEN)
})

test('I15.13b: a key that nobody has is refused, and one without requests left is told to come again', async () => {
  const firstWith = (key: string) => connect(JSON.stringify({ key }))
  expect(await closeCode(await firstWith('unknown'))).toBe(closedBecause.signedOut)
  expect(await closeCode(await firstWith('busy'))).toBe(closedBecause.tooMany)
})

test('one customer has a bounded number of sockets', async () => {
  await Promise.all([signedIn(), signedIn(), signedIn()])
  expect(await closeCode(await connect(hello('good')))).toBe(closedBecause.tooMany)
})

test('I15.13b: one customer has as many sockets by keys as by sessions, and neither takes the places of the other', async () => {
  await Promise.all([withKey('key'), withKey('key'), withKey('key')])
  expect(await closeCode(await connect(JSON.stringify({ key: 'key' })))).toBe(closedBecause.tooMany)
  await Promise.all([signedIn(), signedIn(), signedIn()])
  expect(await closeCode(await connect(hello('good')))).toBe(closedBecause.tooMany)
})

test('other paths are refused', async () => {
  const socket = new WebSocket(url.replace('account', 'nothing'))
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toContain('404')
})
