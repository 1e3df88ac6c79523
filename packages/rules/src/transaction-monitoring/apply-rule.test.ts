import { usdt } from '@candor/money'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../time-units.ts'
import { applyRule, tradingNeeded } from './apply-rule.ts'
import { compareTransactions, eventsOf, knownAt, type MonitoredTransaction } from './monitored-transaction.ts'
import type { MonitoringRule } from './monitoring-rule.ts'

const now = Date.UTC(2026, 10, 30)
const unit = 1_000_000n
let sequence = 0n

const transaction = (changes: Partial<MonitoredTransaction>): MonitoredTransaction => {
  sequence += 1n
  const minor = changes.minor ?? 100n * unit
  return {
    ...{ kind: 'withdrawal', id: `t${sequence}`, sequence, asset: 'USDT', at: now, minor, valueMinor: minor },
    ...{ credited: null, endedAt: null, destinationAddedAt: null, ...changes },
  }
}
const withdrawal = (minor: bigint, changes: Partial<MonitoredTransaction> = {}) =>
  transaction({ minor, ...changes })
/** Reported and credited in the same moment, unless stated. */
const deposit = (minor: bigint, changes: Partial<MonitoredTransaction> = {}) =>
  transaction({ kind: 'deposit', minor, credited: { at: changes.at ?? now, minor }, ...changes })

/** Applies a rule to a transaction's latest event. */
function hit(
  rule: MonitoringRule,
  own: MonitoredTransaction,
  others: readonly MonitoredTransaction[] = [],
  traded: bigint | null = null,
) {
  const event = eventsOf(own).at(-1)
  if (event === undefined) throw new Error('a transaction has an event')
  return applyRule(rule, event, [...others, own].sort(compareTransactions), traded)
}
const isHit = (...given: Parameters<typeof hit>) => hit(...given) !== null

const amount: MonitoringRule = { kind: 'amount', appliesTo: 'both', atLeast: usdt('100') }

test('I16.8: an amount is met at its threshold and not a smallest unit below', () => {
  expect([99_999_999n, 100_000_000n, 100_000_001n].map((minor) => isHit(amount, withdrawal(minor)))).toEqual([
    false,
    true,
    true,
  ])
  expect(isHit({ ...amount, appliesTo: 'deposits' }, withdrawal(200n * unit))).toBe(false)
  expect(isHit({ ...amount, appliesTo: 'withdrawals' }, withdrawal(200n * unit))).toBe(true)
})

test('I16.8: USDT compares the worth of any coin, another coin only amounts of it; without a price a transaction counts as large', () => {
  const bitcoin = (valueMinor: bigint | null) => withdrawal(50_000_000n, { asset: 'BTC', valueMinor })
  expect([99n * unit, 100n * unit, null].map((value) => isHit(amount, bitcoin(value)))).toEqual([
    false,
    true,
    true,
  ])
  const half: MonitoringRule = { ...amount, atLeast: { asset: 'BTC', minor: 50_000_000n } as never }
  expect(isHit(half, bitcoin(1n))).toBe(true)
  expect(isHit(half, withdrawal(49_999_999n, { asset: 'BTC' }))).toBe(false)
  expect(isHit(half, withdrawal(50_000_000n, { asset: 'USDT' }))).toBe(false)
})

const velocity = (atLeast: Extract<MonitoringRule, { kind: 'velocity' }>['atLeast']): MonitoringRule => ({
  ...{ kind: 'velocity', appliesTo: 'withdrawals', windowHours: 24, atLeast },
})

test('I16.8: a count has the transactions of the window, which begins after its first moment', () => {
  const three = velocity({ measure: 'count', count: 3 })
  const early = (ms: number) => withdrawal(unit, { at: now - ms })
  expect(isHit(three, withdrawal(unit), [early(1)])).toBe(false)
  expect(isHit(three, withdrawal(unit), [early(1), early(24 * hourMs)])).toBe(false)
  const counted = hit(three, withdrawal(unit), [early(1), early(24 * hourMs - 1), early(25 * hourMs)])
  expect(counted).toMatchObject({ count: 3, sumMinor: 3n * unit, fromMs: now - 24 * hourMs })
  expect(counted?.counted.map((one) => now - one.transaction.at)).toEqual([24 * hourMs - 1, 1, 0])
})

test('I16.8: what had ended by then, came later or is of another kind is not counted', () => {
  const two = velocity({ measure: 'count', count: 2 })
  const own = withdrawal(unit)
  const others = [
    withdrawal(unit, { at: now - 2, endedAt: now - 1 }),
    withdrawal(unit, { at: now - 2, endedAt: now }),
    withdrawal(unit, { at: now + 1 }),
    withdrawal(unit),
    deposit(unit, { at: now - 1 }),
  ]
  expect(isHit(two, own, others)).toBe(false)
  expect(isHit(two, own, [withdrawal(unit, { at: now - 2, endedAt: now + 1 })])).toBe(true)
  expect(isHit({ ...two, appliesTo: 'both' } as MonitoringRule, own, others)).toBe(true)
})

test('I16.8: a sum is met at its threshold; without a price a transaction is large itself and nothing in a sum of others', () => {
  const sum = velocity({ measure: 'sum', minor: 100n * unit })
  const earlier = withdrawal(60n * unit, { at: now - 1 })
  expect(isHit(sum, withdrawal(40n * unit - 1n), [earlier])).toBe(false)
  expect(hit(sum, withdrawal(40n * unit), [earlier])).toMatchObject({ count: 2, sumMinor: 100n * unit })
  const unpriced = withdrawal(1n, { asset: 'BTC', valueMinor: null, at: now - 1 })
  expect(isHit(sum, withdrawal(99n * unit), [unpriced])).toBe(false)
  expect(isHit(sum, { ...unpriced, at: now })).toBe(true)
})

const roundTrip: MonitoringRule = {
  ...{ kind: 'roundTrip', appliesTo: 'withdrawals', withinDays: 7, percent: 80, paidInMinor: 100n * unit },
}

test('I16.8: a round trip is met by a share of what was paid in within its days, at its threshold', () => {
  const paidIn = deposit(100n * unit, { at: now - 7 * dayMs + 1 })
  expect(isHit(roundTrip, withdrawal(80n * unit - 1n), [paidIn])).toBe(false)
  expect(hit(roundTrip, withdrawal(80n * unit), [paidIn])).toMatchObject({
    paidInMinor: 100n * unit,
    paidOutMinor: 80n * unit,
  })
  expect(isHit(roundTrip, withdrawal(80n * unit), [deposit(100n * unit, { at: now - 7 * dayMs })])).toBe(
    false,
  )
  expect(isHit(roundTrip, withdrawal(99n * unit), [deposit(100n * unit - 1n, { at: now - 1 })])).toBe(false)
  expect(isHit(roundTrip, paidIn)).toBe(false)
})

test('I16.8: a round trip adds withdrawals since the first deposit, and no deposit that was not credited yet', () => {
  const paidIn = deposit(100n * unit, { at: now - 10 })
  const before = withdrawal(50n * unit, { at: now - 11 })
  const after = withdrawal(50n * unit, { at: now - 9 })
  expect(isHit(roundTrip, withdrawal(30n * unit), [paidIn, before])).toBe(false)
  expect(
    hit(roundTrip, withdrawal(30n * unit), [paidIn, before, after])?.counted.map((one) => one.minor),
  ).toEqual([100n * unit, 50n * unit, 30n * unit])
  const waits = deposit(100n * unit, { at: now - 10, credited: { at: now + 1, minor: 100n * unit } })
  expect(isHit(roundTrip, withdrawal(90n * unit), [waits])).toBe(false)
})

const inOut: MonitoringRule = {
  ...{ kind: 'inOutWithoutTrading', appliesTo: 'withdrawals', withinDays: 30, tradedBelowPercent: 10 },
  atLeastMinor: 50n * unit,
}

test('I16.8: in and out is met below the share of trading, and asks for trading only where it matters', () => {
  const paidIn = deposit(100n * unit, { at: now - dayMs })
  const own = withdrawal(50n * unit)
  const event = eventsOf(own)[0]
  if (event === undefined) throw new Error('no event')
  expect(tradingNeeded(inOut, event, [paidIn, own])).toEqual({ fromMs: now - dayMs, untilMs: now })
  expect(tradingNeeded(inOut, event, [own])).toBeNull()
  expect(tradingNeeded(inOut, eventsOf(withdrawal(50n * unit - 1n))[0] ?? event, [paidIn])).toBeNull()
  expect(hit(inOut, own, [paidIn], 10n * unit - 1n)).toMatchObject({ tradedMinor: 10n * unit - 1n })
  expect(isHit(inOut, own, [paidIn], 10n * unit)).toBe(false)
  expect(isHit(inOut, withdrawal(50n * unit - 1n), [paidIn], 0n)).toBe(false)
})

test('I16.8: a destination is new until its hours have passed', () => {
  const rule: MonitoringRule = {
    ...{ kind: 'newDestination', appliesTo: 'withdrawals', youngerThanHours: 72, atLeastMinor: 100n * unit },
  }
  const to = (ageMs: number, minor = 100n * unit) => withdrawal(minor, { destinationAddedAt: now - ageMs })
  expect(isHit(rule, to(72 * hourMs - 1))).toBe(true)
  expect(isHit(rule, to(72 * hourMs))).toBe(false)
  expect(isHit(rule, to(0, 100n * unit - 1n))).toBe(false)
  expect(isHit(rule, withdrawal(100n * unit))).toBe(false)
})

test('I16.8: a credit above the report is an event of its own, with its worth at the price of the report', () => {
  const more = deposit(3n, { asset: 'BTC', valueMinor: 10n, at: now - 5, credited: { at: now, minor: 4n } })
  expect(eventsOf(more).map(({ stage, at }) => [stage, at])).toEqual([
    ['requested', now - 5],
    ['credited', now],
  ])
  expect([knownAt(more, now - 1).valueMinor, knownAt(more, now).valueMinor]).toEqual([10n, 14n])
  expect(eventsOf({ ...more, credited: { at: now, minor: 3n } })).toHaveLength(1)
  expect(knownAt({ ...more, credited: { at: now, minor: 1n } }, now).valueMinor).toBe(4n)
  // Seen from its credit, its own place in the window does not depend on when it was reported.
  const two = { ...velocity({ measure: 'count', count: 2 }), appliesTo: 'deposits' } as MonitoringRule
  const late = { ...more, at: now - 5 * dayMs }
  expect(isHit(two, late, [deposit(1n, { at: now - 1 })])).toBe(true)
})
