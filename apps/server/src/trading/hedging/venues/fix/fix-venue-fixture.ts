import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { OrderReport, Quantity, VenueFill, VenueOrder } from '../../venue.ts'
import type { TlsOptions } from './fix-connection.ts'
import { FixCounterparty } from './fix-counterparty-fixture.ts'
import { FixVenue, type FixVenueOptions } from './fix-venue.ts'

// The adapter against a venue of the tests, without hedging.

/** Short waits for what is lost on purpose, and long ones for what arrives. */
export const patience = {
  responseMs: 10_000,
  settlingMs: 50,
  logonMs: 10_000,
  firstWaitMs: 10,
  longestWaitMs: 40,
}

export const session = {
  ...{ senderCompId: 'CANDOR', targetCompId: 'VENUE', senderSubId: null, targetSubId: null },
  ...{ heartbeatSeconds: 30, resetOnLogon: false, account: 'OPERATOR', feeCurrency: 'USDT', orderFields: [] },
} as const

export interface FixFixture {
  folder: string
  counterparty: FixCounterparty
  port: number
  venue: FixVenue
  fills: VenueFill[]
  reports: OrderReport[]
  /** Number of times that the connection was there. */
  connections: number
  /** Called when the connection is there or lost. */
  heard: () => void
}

export const fixture = {} as FixFixture

/** To be called once at the top of a test file. */
export function useFixFixture(): void {
  beforeEach(async () => {
    fixture.folder = mkdtempSync(join(tmpdir(), 'fix-'))
    fixture.counterparty = new FixCounterparty({ password: 'secret-of-tests' })
    fixture.port = await fixture.counterparty.acceptor.listen()
    begin()
    await connected()
  })
  afterEach(async () => {
    await fixture.venue.stop()
    await fixture.counterparty.acceptor.close()
    rmSync(fixture.folder, { recursive: true })
  })
}

export const sequencePath = () => join(fixture.folder, 'session.numbers')

/** Next numbers as the file has them. */
export function numbersOnDisk(): { readonly outgoing: number; readonly incoming: number } {
  const [outgoing = 0, incoming = 0] = (readFileSync(sequencePath(), 'utf8').trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number)
  return { outgoing, incoming }
}

interface Changes extends Partial<Omit<FixVenueOptions, 'address'>> {
  readonly tls?: TlsOptions
}

/** Opens the adapter, as a process does when it starts. */
export function begin({ tls, ...changes }: Changes = {}): FixVenue {
  fixture.venue = new FixVenue({
    ...session,
    ...{ name: 'test', address: { host: '127.0.0.1', port: fixture.port, tls: tls ?? null }, patience },
    ...{ login: { username: 'operator', password: 'secret-of-tests' }, sequencePath: sequencePath() },
    ...{ terms: [], ...changes },
  })
  Object.assign(fixture, { fills: [], reports: [], connections: 0, heard: () => undefined })
  fixture.venue.start({
    onFill: (fill) => fixture.fills.push(fill),
    onOrder: (report) => fixture.reports.push(report),
    onConnection: () => {
      if (fixture.venue.health().connected) fixture.connections += 1
      fixture.heard()
    },
  })
  return fixture.venue
}

export const connected = () => expect.poll(() => fixture.venue.health().connected).toBe(true)
export const disconnected = () => expect.poll(() => fixture.venue.health().connected).toBe(false)

/** Does what ends the connection; resolves when there is a new one. */
export async function reconnected(cut: () => Promise<void>): Promise<void> {
  const before = fixture.connections
  await cut()
  await expect.poll(() => fixture.connections).toBe(before + 1)
  await connected()
}

/** Resolves when the venue and we agree about the next numbers of both directions. */
export const inStep = () =>
  expect
    .poll(() => numbersOnDisk())
    .toEqual({
      outgoing: fixture.counterparty.acceptor.incoming,
      incoming: fixture.counterparty.acceptor.outgoing,
    })

let orders = 0

export function orderOf(change: Partial<VenueOrder> = {}): VenueOrder {
  orders += 1
  return {
    clientId: `cd${String(orders).padStart(32, '0')}`,
    ...{ symbol: 'BTCUSDT', side: 'buy', quantity: 200_000_000n as Quantity, ...change },
  }
}
