import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  begin,
  connected,
  disconnected,
  fixture,
  numbersOnDisk,
  orderOf,
  reconnected,
} from '../fix-venue-fixture.ts'
import { missingPart, QuickFixVenue } from './quickfix-fixture.ts'

// The adapter against an engine that is not ours.

let venue: QuickFixVenue

beforeEach(async ({ skip }) => {
  if (missingPart !== null) {
    skip(
      `Optional part missing: ${missingPart}. Sessions of FIX are tested with a venue of the tests, not with QuickFIX.`,
    )
  }
  fixture.folder = mkdtempSync(join(tmpdir(), 'quickfix-'))
  venue = await QuickFixVenue.start(fixture.folder)
  fixture.port = venue.port
  begin()
  await connected()
})
afterEach(async () => {
  if (missingPart !== null) return
  await fixture.venue.stop()
  await venue.stop()
  rmSync(fixture.folder, { recursive: true })
})

const since = () => Date.now() - 60_000
const idsOf = (fills: readonly { fillId: string }[]) => [...new Set(fills.map(({ fillId }) => fillId))].sort()

it('I16.3 FIX: QuickFIX takes our orders, and its reports, trades and positions agree', async () => {
  expect(await fixture.venue.positions()).toEqual([])
  const order = orderOf()
  expect(await fixture.venue.place(order)).toMatchObject({
    kind: 'taken',
    report: { state: 'filled', executed: 200_000_000n },
  })
  await venue.tell('part')
  const half = orderOf({ side: 'sell' })
  expect(await fixture.venue.place(half)).toMatchObject({
    kind: 'taken',
    report: { state: 'expired', executed: 100_000_000n },
  })
  expect(await fixture.venue.place(order)).toEqual({ kind: 'unknown', reason: 'the venue has the order' })
  const report = await fixture.venue.find(half.symbol, half.clientId, half.side)
  if (report === null) throw new Error('it is found')
  expect(await fixture.venue.fillsOf(report)).toMatchObject([
    { side: 'sell', quantity: 50_000_000n },
    { side: 'sell', quantity: 50_000_000n },
  ])
  const { symbol, clientId, side } = orderOf()
  expect(await fixture.venue.find(symbol, clientId, side)).toBeNull()
  const listed = await fixture.venue.fillsSince('BTCUSDT', since())
  expect(listed).toHaveLength(4)
  expect(idsOf(fixture.fills)).toEqual(idsOf(listed))
  expect(await fixture.venue.positions()).toEqual([{ symbol: 'BTCUSDT', quantity: 100_000_000n }])
})

it('I16.3 FIX: QuickFIX asks for an order that it did not read, and does not get it late', async () => {
  const order = orderOf()
  await venue.tell('drop')
  expect(await fixture.venue.place(order)).toMatchObject({ kind: 'unknown' })
  await connected()
  expect(await fixture.venue.find(order.symbol, order.clientId, order.side)).toBeNull()
  expect(venue.orders).toEqual([])
  expect(await fixture.venue.place(order)).toMatchObject({ kind: 'taken', report: { state: 'filled' } })
  expect(venue.orders).toEqual([order.clientId])
})

it('I16.3 FIX: QuickFIX resends what we missed, and each execution counts once', async () => {
  const order = orderOf()
  await venue.tell('cut')
  await venue.tell('twice')
  expect(await fixture.venue.place(order)).toMatchObject({ kind: 'unknown' })
  await connected()
  expect(await fixture.venue.find(order.symbol, order.clientId, order.side)).toMatchObject({
    state: 'filled',
    executed: 200_000_000n,
  })
  await expect.poll(() => fixture.fills.length).toBe(4)
  expect(idsOf(fixture.fills)).toHaveLength(2)
  expect(idsOf(await fixture.venue.fillsSince('BTCUSDT', since()))).toEqual(idsOf(fixture.fills))
})

it('I16.3 FIX: QuickFIX goes on with us after disconnects, restarts of either side, and a reset', async () => {
  for (let round = 1; round <= 3; round += 1) {
    await reconnected(() => venue.tell('disconnect'))
    expect(await fixture.venue.place(orderOf())).toMatchObject({ kind: 'taken' })
  }
  const { outgoing } = numbersOnDisk()
  await venue.stop()
  await disconnected()
  venue = await QuickFixVenue.start(fixture.folder, venue.port)
  await connected()
  expect(numbersOnDisk().outgoing).toBeGreaterThan(outgoing)
  await fixture.venue.stop()
  begin()
  await connected()
  expect(await fixture.venue.place(orderOf())).toMatchObject({ kind: 'taken' })
  await reconnected(() => venue.tell('reset'))
  expect(numbersOnDisk().outgoing).toBeLessThan(outgoing)
  expect(await fixture.venue.place(orderOf())).toMatchObject({ kind: 'taken' })
})
