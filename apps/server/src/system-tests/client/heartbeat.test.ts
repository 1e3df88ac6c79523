import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@candor/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ManualClock } from '../../platform/clock.ts'
import { routeUpgrades } from '../../platform/http/sockets/upgrades.ts'
import { AccountHub } from '../../platform/websocket/account-hub.ts'

const [pingMs, silenceMs] = [30_000, 90_000]
let server: Server
let hub: AccountHub
let frames: number

/** Counts what the client receives, heartbeats too. */
class CountingSocket extends WebSocket {
  constructor(url: string) {
    super(url)
    this.on('message', () => {
      frames += 1
    })
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  frames = 0
})
afterEach(async () => {
  hub.close()
  server.closeAllConnections()
  server.close()
  vi.useRealTimers()
})

async function openStream(everyMs: number) {
  const holder = { userId: 'ana', sessionId: 'key-1', scope: 'read', frozen: false, country: null } as const
  hub = new AccountHub({
    authenticate: () => 'ended',
    authenticateKey: async () => ({ ...holder, standing: null }),
    clock: new ManualClock(1_000),
    mostOfUser: async () => 3,
    limits: { pingMs: everyMs },
  })
  server = createServer()
  routeUpgrades(
    server,
    { '/websocket/account': (...upgrade) => hub.upgrade(...upgrade) },
    {
      places: { admit: async () => ({ address: '192.0.2.7', giveBack: () => undefined }) },
      publicUrl: null,
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [states, types]: [string[], string[]] = [[], []]
  const client = createClient({ url, apiKey: 'a key', WebSocket: CountingSocket, random: () => 0 })
  client.followAccount({
    onMessage: ({ type }) => types.push(type),
    onState: (state) => states.push(state),
  })
  await expect.poll(() => states).toEqual(['connecting', 'open'])
  return { states, types }
}

test('I15.13a: the stream of a quiet account lives by the server’s heartbeats, which are not reported', async () => {
  const { states, types } = await openStream(pingMs)
  for (let beats = 1; beats <= 5; beats += 1) {
    vi.advanceTimersByTime(pingMs)
    await expect.poll(() => frames).toBe(1 + beats)
  }
  expect(5 * pingMs).toBeGreaterThan(silenceMs)
  hub.publish('ana', 'demo', 'alert', null)
  await expect.poll(() => types).toEqual(['session', 'alert'])
  expect(states).toEqual(['connecting', 'open'])
})

test('I15.13a: a stream without heartbeats is taken for dead and replaced', async () => {
  const { states } = await openStream(10 * silenceMs)
  // Waiting for a state moves these timers a little.
  vi.advanceTimersByTime(silenceMs - pingMs)
  expect(states).toEqual(['connecting', 'open'])
  vi.advanceTimersByTime(pingMs)
  expect(states.at(-1)).toBe('lost')
  vi.advanceTimersByTime(1_000)
  await expect.poll(() => states).toEqual(['connecting', 'open', 'lost', 'open'])
})
