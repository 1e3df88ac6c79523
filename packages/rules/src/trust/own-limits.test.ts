import { describe, expect, it } from 'vitest'
import {
  changeLimit,
  decideCoolingOff,
  limitKinds,
  limitNow,
  loosenAfterMs,
  lossPeriod,
  noLimit,
  type OwnLimits,
  reachedLimit,
  refuseNotUnderstood,
  refuseOwnLimit,
} from './own-limits.ts'
import { wrongChoices } from './understanding.ts'

const now = Date.UTC(2026, 10, 18, 17)
const set = (value: bigint | null) => ({ value, next: null, nextAt: null })
const none: OwnLimits = { dailyLoss: noLimit, weeklyLoss: noLimit, monthlyLoss: noLimit, coolingOff: noLimit }
const flat = { dailyLoss: 0n, weeklyLoss: 0n, monthlyLoss: 0n }

describe('T17: a limit becomes stricter at once and looser after 24 hours', () => {
  it('takes a first limit, a smaller loss and a longer pause at once', () => {
    expect(changeLimit('dailyLoss', noLimit, 100n, now)).toEqual(set(100n))
    expect(changeLimit('dailyLoss', set(100n), 50n, now)).toEqual(set(50n))
    expect(changeLimit('coolingOff', set(BigInt(now + 10)), BigInt(now + 20), now)).toEqual(
      set(BigInt(now + 20)),
    )
  })

  it('a larger loss, no limit and a shorter pause wait a day, to the millisecond', () => {
    const at = now + loosenAfterMs
    expect(changeLimit('weeklyLoss', set(100n), 200n, now)).toEqual({ value: 100n, next: 200n, nextAt: at })
    const gone = changeLimit('weeklyLoss', set(100n), null, now)
    expect(gone).toEqual({ value: 100n, next: null, nextAt: at })
    expect(limitNow(gone, at - 1).value).toBe(100n)
    expect(limitNow(gone, at)).toEqual(noLimit)
    const pause = changeLimit('coolingOff', set(BigInt(now + 9e8)), BigInt(now + 1e8), now)
    expect(pause.value).toBe(BigInt(now + 9e8))
    expect(changeLimit('coolingOff', set(BigInt(now + 9e8)), null, now).value).toBe(BigInt(now + 9e8))
  })

  it('a repeated request does not wait longer, and requesting the old limit withdraws a waiting change', () => {
    const waiting = changeLimit('dailyLoss', set(100n), 200n, now)
    expect(changeLimit('dailyLoss', waiting, 200n, now + 5_000)).toEqual(waiting)
    expect(changeLimit('dailyLoss', waiting, 300n, now + 5_000).nextAt).toBe(now + 5_000 + loosenAfterMs)
    expect(changeLimit('dailyLoss', waiting, 100n, now + 5_000)).toEqual(set(100n))
    expect(changeLimit('dailyLoss', waiting, 40n, now + 5_000)).toEqual(set(40n))
  })

  it('a pause that is over has no effect: a new one may be shorter', () => {
    expect(changeLimit('coolingOff', set(BigInt(now - 1)), BigInt(now + 5), now)).toEqual(
      set(BigInt(now + 5)),
    )
    for (const over of [now - 1, now])
      expect(changeLimit('coolingOff', set(BigInt(over)), null, now)).toEqual(set(null))
    expect(changeLimit('coolingOff', set(BigInt(now + 1)), null, now)).toEqual({
      ...{ value: BigInt(now + 1), next: null, nextAt: now + loosenAfterMs },
    })
  })

  it('the pause in force requested again withdraws a waiting shorter one', () => {
    const pause = BigInt(now + 9e8)
    const waiting = changeLimit('coolingOff', set(pause), BigInt(now + 1e8), now)
    expect(waiting.next).toBe(BigInt(now + 1e8))
    expect(changeLimit('coolingOff', waiting, pause, now + 1)).toEqual(set(pause))
  })

  it('a pause ends ahead, within a year', () => {
    const longest = now + 366 * 86_400_000
    for (const until of [now, longest + 1, Number.NaN])
      expect(decideCoolingOff(until, now)).toEqual({
        ...{ ok: false, code: 11001, details: { issues: [{ path: 'coolingOffUntil', code: 'range' }] } },
      })
    for (const until of [now + 1, longest])
      expect(decideCoolingOff(until, now)).toEqual({ ok: true, value: BigInt(until) })
  })
})

describe('T17: what forbids new risk', () => {
  it('is one of four limits', () => {
    expect(limitKinds).toEqual(['dailyLoss', 'weeklyLoss', 'monthlyLoss', 'coolingOff'])
  })

  it('is a loss as large as the limit in its period, not a unit less, and no gain', () => {
    const limits = { ...none, dailyLoss: set(100n) }
    expect(reachedLimit(limits, { ...flat, dailyLoss: -99n }, now)).toBeNull()
    expect(reachedLimit(limits, { ...flat, dailyLoss: 100n, weeklyLoss: -500n }, now)).toBeNull()
    const until = Date.UTC(2026, 10, 19)
    expect(reachedLimit(limits, { ...flat, dailyLoss: -100n }, now)).toEqual({ reason: 'dailyLoss', until })
  })

  it('is the pause first, then the loss whose period lasts longest', () => {
    const limits = { ...none, dailyLoss: set(1n), weeklyLoss: set(1n), monthlyLoss: set(1n) }
    const lost = { dailyLoss: -5n, weeklyLoss: -5n, monthlyLoss: -5n }
    expect(reachedLimit(limits, lost, now)?.reason).toBe('monthlyLoss')
    expect(reachedLimit({ ...limits, coolingOff: set(BigInt(now + 1)) }, lost, now)?.reason).toBe(
      'coolingOff',
    )
    expect(reachedLimit({ ...none, coolingOff: set(BigInt(now)) }, flat, now)).toBeNull()
  })

  it('is refused with the limit’s name and its end, a missing check of understanding with none', () => {
    expect(refuseOwnLimit({ reason: 'weeklyLoss', until: Date.UTC(2026, 10, 23) })).toEqual({
      ...{ ok: false, code: 11032 },
      details: { reason: 'weeklyLoss', until: '2026-11-23T00:00:00.000Z' },
    })
    expect(refuseNotUnderstood()).toEqual({
      ...{ ok: false, code: 11032 },
      details: { reason: 'understanding', until: null },
    })
  })

  it('counts days from midnight, weeks from Monday and months from the first, in UTC', () => {
    const day = (date: number) => Date.UTC(2026, 10, date)
    expect(lossPeriod('dailyLoss', now)).toEqual({ from: day(18), until: day(19) })
    expect(lossPeriod('weeklyLoss', now)).toEqual({ from: day(16), until: day(23) })
    expect(lossPeriod('weeklyLoss', day(22) + 5)).toEqual({ from: day(16), until: day(23) })
    expect(lossPeriod('weeklyLoss', day(23))).toEqual({ from: day(23), until: day(30) })
    const december = Date.UTC(2026, 11, 31)
    expect(lossPeriod('monthlyLoss', december)).toEqual({
      from: Date.UTC(2026, 11),
      until: Date.UTC(2027, 0),
    })
  })
})

it('T17: the check is passed with every answer right, and lists the wrong ones', () => {
  expect(wrongChoices({ leverage: 'b', stopOut: 'c', gap: 'a' })).toEqual([])
  expect(wrongChoices({ leverage: 'a', stopOut: 'c' })).toEqual(['leverage', 'gap'])
})
