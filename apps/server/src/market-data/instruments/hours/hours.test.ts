import type { Calls, MarketInfo, OpsCalls, OpsResultOf, ResultOf } from '@candor/contract'
import {
  allMarkets,
  closedDays,
  dateOfDay,
  type HoursChange,
  isOpenAt,
  localDay,
  marketByCode,
  sessionsOn,
} from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { resultOf, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { approveProposal, signInOperator, type TestOperator } from '../../../testing/test-operators.ts'
import { holdClock } from '../../../testing/time/test-clock.ts'
import { MemoryPriceBoard } from '../../price-board/memory-price-board.ts'
import { MarketInstruments } from '../follow-instruments.ts'
import { listedMarkets } from '../instruments-store.ts'
import { writeDecision } from './hours-store.ts'

let app: TestApp
let risk: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  await signIn()
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})
/** A session does not outlive a clock that was moved by a day. */
const signIn = async () => {
  risk = await signInOperator(app, 'risk')
  admin = await signInOperator(app, 'admin')
}

const hour = 3_600_000
const reason = 'the exchange announced it'
const nothing = { days: [], withdrawnDays: [], week: null, withdrawnWeek: null }
const propose = (change: Partial<HoursChange>, who = risk) =>
  who.call('opsProposeHours', { scope: 'calendar:NYSE', ...nothing, ...change, reason })
const approve = async (change: Partial<HoursChange>) => {
  const proposed = await propose(change)
  expect((await approveProposal(risk, proposed)).code).toBe(11008)
  expect((await approveProposal(admin, proposed)).code).toBe(200)
}
const issuesOf = ({ code, result }: { code: number; result: unknown }) => [
  code,
  ...(result as { issues: { path: string; code: string }[] }).issues.map((one) => `${one.path} ${one.code}`),
]
const info = async (code = 'AAPL') => resultOf<MarketInfo>(await app.call('getMarketInfo', { id: code }))
const apple = marketByCode('AAPL') ?? allMarkets[0]
if (apple === undefined) throw new Error('no market')
const { hours } = apple

/** The next three trading days with usual sessions, at least two days ahead. */
function usualDays(): [number, number, number] {
  const found: number[] = []
  for (let day = localDay(hours, app.now()) + 3; found.length < 3; day++) {
    const sessions = sessionsOn(hours, day)
    if (sessions.length > 0 && String(sessions) === String(sessionsOn(hours, day, true))) found.push(day)
  }
  return found as [number, number, number]
}
const openingOf = (day: number): number => sessionsOn(hours, day)[0]?.[0] ?? 0
const moveTo = (at: number) => app.moveClock(at - app.now())

test('I16.10: hours are refused at their field, by the roles that do not decide about markets, and by the database', async () => {
  const closed = { kind: 'closed', from: null, to: null } as const
  const date = dateOfDay(usualDays()[0])
  expect(issuesOf(await propose({ days: [{ ...closed, day: '2026-02-30', name: 'Never' }] }))).toEqual([
    11001,
    'days.0.day bad-date',
  ])
  expect(issuesOf(await propose({ scope: 'bonds' }))).toEqual([11001, 'scope unknown-scope'])
  expect(issuesOf(await propose({ days: [{ ...closed, day: date, name: '<b>' }] }))).toEqual([
    11001,
    'days.0.name plain-text',
  ])
  const finance = await signInOperator(app, 'finance')
  expect((await propose({ days: [{ ...closed, day: date, name: 'Closed' }] }, finance)).code).toBe(11005)
  const soon = { id: crypto.randomUUID(), change: { ...nothing, scope: 'class:forex' }, reason, at: 1 }
  const people = { proposedBy: crypto.randomUUID(), approvedBy: crypto.randomUUID() }
  const early = writeDecision(app.db.query as never, {
    ...soon,
    ...people,
    changesFrom: 2,
    shutsFrom: 23 * hour,
  })
  await expect(early).rejects.toThrow('markets_hours_notice')
})

test('I16.10, T18: an announced early close and a closed day shut a market to the instant, and it opens again by itself', async () => {
  const { token } = await app.signUp()
  const [short, shut, next] = usualDays()
  const opens = openingOf(short)
  const closes = opens + 2.5 * hour
  await approve({
    days: [
      { day: dateOfDay(short), name: 'Founders’ Day', kind: 'shortened', from: null, to: '12:00' },
      { day: dateOfDay(shut), name: 'Mourning', kind: 'closed', from: null, to: null },
    ],
  })
  const iso = (ms: number) => new Date(ms).toISOString()
  const shown = [
    { day: dateOfDay(short), name: 'Founders’ Day', open: [{ from: iso(opens), to: iso(closes) }] },
    { day: dateOfDay(shut), name: 'Mourning', open: [] },
  ]
  await expect.poll(async () => (await info()).hours.closedDays).toEqual(expect.arrayContaining(shown))
  const { items } = resultOf<{ items: { kind: string; facts: Record<string, string> }[] }>(
    await app.call('notifications', {}, { token }),
  )
  expect(items[0]).toMatchObject({
    kind: 'tariff',
    facts: { about: 'hours', names: 'NYSE', from: iso(closes) },
  })
  const { document } = resultOf<ResultOf<Calls['listInstruments']>>(await app.call('listInstruments'))
  expect(document.hours.days.map(({ scope, day }) => `${scope} ${day}`)).toEqual([
    `calendar:NYSE ${dateOfDay(short)}`,
    `calendar:NYSE ${dateOfDay(shut)}`,
  ])

  await moveTo(opens + hour)
  await signIn()
  const buy = { code: 'AAPL', direction: 'buy', lots: '1', leverage: 2, protected: false }
  let bought: { id?: string } = {}
  await expect
    .poll(async () => {
      const { code, result } = await app.call('buyContract', buy, { token })
      bought = result as typeof bought
      return code
    })
    .toBe(20004)
  const waiting = await app.call('buyContract', { ...buy, kind: 'limit', price: '1' }, { token })
  expect(waiting.code).toBe(20004)

  holdClock()
  await moveTo(closes - 1)
  expect(await info()).toMatchObject({ open: true })
  await moveTo(closes)
  expect(await info()).toMatchObject({ open: false, nextOpenAt: iso(openingOf(next)) })
  const closed = { code: 10015, result: { reason: 'closed' } }
  expect(await app.call('buyContract', buy, { token })).toMatchObject(closed)
  expect(await app.call('closeContract', { id: bought.id }, { token })).toMatchObject(closed)
  const pending = resultOf<{ items: unknown[] }>(
    await app.call('listContractOrder', { status: 'pending' }, { token }),
  )
  expect(pending.items.length).toBe(1)

  await moveTo(openingOf(next) - 1)
  expect(await info()).toMatchObject({ open: false })
  await moveTo(openingOf(next))
  expect(await info()).toMatchObject({ open: true })
  await expect
    .poll(async () => (await app.call('closeContract', { id: bought.id }, { token })).code)
    .toBe(200)
})

test('I16.10: another process has announced hours when it starts, and within a second', async () => {
  await signIn()
  const [day] = usualDays()
  const board = new MemoryPriceBoard({ markets: allMarkets, clock: app, firstSeq: 1 })
  const follower = new MarketInstruments({ db: app.db, clock: app }, board)
  await follower.refresh()
  const at = openingOf(day)
  const isOpen = () => isOpenAt(board.listed('AAPL') ?? apple, at)
  expect(isOpen()).toBe(true)
  await approve({
    scope: 'market:AAPL',
    days: [{ day: dateOfDay(day), name: 'Split', kind: 'closed', from: null, to: null }],
  })
  await follower.refresh()
  expect(isOpen()).toBe(false)
  expect(board.market('AAPL')?.hours).toBe(board.listed('AAPL')?.hours)
  const listed = (await listedMarkets(app.db.query, app.now())).find(({ code }) => code === 'AAPL') ?? apple
  expect(isOpenAt(listed, at)).toBe(false)

  await approve({ scope: 'market:AAPL', withdrawnDays: [dateOfDay(day)] })
  await follower.refresh()
  expect(isOpen()).toBe(true)
  const { decisions, days } = resultOf<OpsResultOf<OpsCalls['opsHours']>>(await admin.call('opsHours'))
  expect(decisions.map(({ scope }) => scope)).toEqual(['market:AAPL', 'market:AAPL', 'calendar:NYSE'])
  expect(days.some(({ scope }) => scope === 'market:AAPL')).toBe(false)
})

test('I16.10, T18: a closure has the notice of the longest option too', async () => {
  const noticeHours = async () =>
    resultOf<OpsResultOf<OpsCalls['opsHours']>>(await admin.call('opsHours')).noticeHours
  expect(await noticeHours()).toBe(24)
  const change = { reason: 'a test', changed_by: 'ada', approved_by: null, changed_at: new Date() }
  const value = JSON.stringify({ '60': '0.75', '90000': '0.85' })
  await app.db.query
    .insertInto('parameters_values')
    .values({ key: 'options.payouts', version: 1, value, ...change })
    .execute()
  expect(await noticeHours()).toBe(25)
})

test('I16.10: weekly sessions hold from their day on, in every list', async () => {
  const [, day] = usualDays()
  const week = {
    from: dateOfDay(day),
    timeZone: 'America/New_York',
    sessions: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
  }
  await approve({ scope: 'class:stocks', week })
  await expect.poll(async () => (await info('MSFT')).hours.later).toEqual(week)
  await moveTo(openingOf(day))
  expect((await info('MSFT')).hours).toMatchObject({ sessions: week.sessions, later: null })
  expect(closedDays(apple, app.now(), 1)).toEqual([])
})
