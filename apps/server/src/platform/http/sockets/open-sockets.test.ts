import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { recordedBudget } from '../../limits/test-budget.ts'
import { TooMany } from '../refusal.ts'
import { OpenSockets } from './open-sockets.ts'

/** A connection of this address, though nothing is at its other end. */
class SocketFrom extends Socket {
  override readonly remoteAddress: string

  constructor(address: string) {
    super()
    this.remoteAddress = address
  }
}

/** Requests of these addresses: the connection's own, then those that a header states. */
function requestOf(address: string, forwarded?: string): IncomingMessage {
  const request = new IncomingMessage(new SocketFrom(address))
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

function openSockets({ most = 2, trustProxy = false as boolean | string, waitMs = 0 } = {}) {
  const spent: string[] = []
  const visitor = recordedBudget('visitor', spent, { waitMs })
  const sockets = new OpenSockets({ visitor, mostOfNetwork: async () => most, trustProxy })
  const admit = (address: string, forwarded?: string) => sockets.admit(requestOf(address, forwarded))
  return { admit, spent }
}

test('I12.5: a network has so many sockets, and a place that is given back, once or twice, is one place', async () => {
  const { admit } = openSockets()
  const first = await admit('192.0.2.7')
  await admit('192.0.2.7')
  const refused = await admit('192.0.2.7').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(TooMany)
  expect(refused).toMatchObject({ retryAfterMs: 5_000 })
  first.giveBack()
  first.giveBack()
  await admit('192.0.2.7')
  await expect(admit('192.0.2.7')).rejects.toBeInstanceOf(TooMany)
})

test('I12.5: a range has the sockets of five networks, and those that closed leave its places', async () => {
  const { admit } = openSockets()
  const places = []
  for (let n = 0; n < 10; n += 1) places.push(await admit(`192.0.2.${Math.floor(n / 2)}`))
  await expect(admit('192.0.2.99')).rejects.toBeInstanceOf(TooMany)
  await admit('192.0.3.1')
  for (const { giveBack } of places) giveBack()
  for (let n = 0; n < 10; n += 1) await admit(`192.0.2.${100 + Math.floor(n / 2)}`)
  await expect(admit('192.0.2.99')).rejects.toBeInstanceOf(TooMany)
})

test('I12.5: an upgrade spends the budget of its network before anything else', async () => {
  const { admit, spent } = openSockets({ waitMs: 300, most: 0 })
  await expect(admit('2001:db8:1:2::5')).rejects.toMatchObject({ retryAfterMs: 300 })
  expect(spent).toEqual(['visitor 2001:db8:1:2::/64'])
})

test('I12.5: only a trusted proxy states the client’s address', async () => {
  const addressOf = async (trustProxy: boolean | string, from: string) => {
    const { admit } = openSockets({ trustProxy })
    return (await admit(from, '203.0.113.9')).address
  }
  expect(await addressOf(false, '10.0.0.1')).toBe('10.0.0.1')
  expect(await addressOf(true, '10.0.0.1')).toBe('203.0.113.9')
  expect(await addressOf('127.0.0.1, 10.0.0.1', '10.0.0.1')).toBe('203.0.113.9')
  expect(await addressOf('127.0.0.1', '10.0.0.1')).toBe('10.0.0.1')
})
