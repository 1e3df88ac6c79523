import { type Rate, usdt, writeRate } from '@candor/money'
import { describe, expect, test } from 'vitest'
import { accountReturn, deepestDrawdown, type WorthPoint } from './account-return.ts'

const day = 86_400_000
const point = (at: number, worth: string, flow: string): WorthPoint => ({
  at: at * day,
  worthMinor: usdt(worth).minor,
  flowMinor: usdt(flow).minor,
})
const share = (rate: Rate | null) => (rate === null ? null : writeRate(rate))

describe('the return of an account', () => {
  test('I15.10h: money put in counts for the part of the period that it was there', () => {
    // 1 000 for 30 days and 1 000 more for the last 15: on average 1 500.
    const start = point(0, '1000', '1000')
    const end = point(30, '2150', '2000')
    const found = accountReturn(start, end, [{ at: 15 * day, minor: usdt('1000').minor }])
    expect(found).toMatchObject({ resultMinor: usdt('150').minor, capitalMinor: usdt('1500').minor })
    expect(share(found.share)).toBe('0.1')
    // The same gain, with 500 taken out after 20 days: 1 000 − 500 × 1/3.
    const less = accountReturn(start, point(30, '650', '500'), [{ at: 20 * day, minor: -usdt('500').minor }])
    expect(share(less.share)).toBe('0.18')
  })
  test('I15.10h: a deposit alone is no gain, and a withdrawal no loss', () => {
    const put = accountReturn(point(0, '100', '100'), point(10, '900', '900'), [
      { at: 5 * day, minor: usdt('800').minor },
    ])
    expect([put.resultMinor, share(put.share)]).toEqual([0n, '0'])
  })
  test('I15.10h: only money put in after the beginning and until the end counts', () => {
    const minor = usdt('1000').minor
    const flows = [-1, 0, 30, 31].map((at) => ({ at: at * day, minor }))
    // 1 000 for 30 days: what came at the end itself was there for no time, the rest before or after.
    const found = accountReturn(point(0, '1000', '2000'), point(30, '2100', '3000'), flows)
    expect(found).toMatchObject({ resultMinor: usdt('100').minor, capitalMinor: usdt('1000').minor })
    expect(share(found.share)).toBe('0.1')
  })
  test('I15.10h: has no share where nothing was in it, or no time passed', () => {
    expect(accountReturn(point(0, '0', '0'), point(10, '0', '0'), []).share).toBeNull()
    expect(accountReturn(point(3, '5', '5'), point(3, '6', '5'), []).share).toBeNull()
  })
})

describe('the deepest drawdown', () => {
  test('I15.10h: is the largest fall of the result, with its days', () => {
    const found = deepestDrawdown([
      point(0, '1000', '1000'),
      point(1, '1200', '1000'),
      point(2, '1100', '1000'),
      point(3, '1300', '1000'),
      point(4, '975', '1000'),
      point(5, '1400', '1000'),
    ])
    expect(found).toMatchObject({ minor: usdt('325').minor, from: 3 * day, to: 4 * day })
    expect(share(found?.share ?? null)).toBe('0.25')
  })
  test('I15.10h: a withdrawal is no fall; what was put in meanwhile was at risk too', () => {
    expect(deepestDrawdown([point(0, '1000', '1000'), point(1, '100', '100')])).toBeNull()
    const found = deepestDrawdown([point(0, '1000', '1000'), point(1, '1500', '2000')])
    expect([found?.minor, share(found?.share ?? null)]).toEqual([usdt('500').minor, '0.25'])
    expect(deepestDrawdown([])).toBeNull()
    expect(deepestDrawdown([point(0, '1000', '1000')])).toBeNull()
  })
  test('I15.10h: begins at the last day of its highest point, and of two equal falls it is the first', () => {
    const found = deepestDrawdown([
      ...[point(0, '1000', '1000'), point(1, '1000', '1000'), point(2, '900', '1000')],
      ...[point(3, '1000', '1000'), point(4, '900', '1000')],
    ])
    expect(found).toMatchObject({ minor: usdt('100').minor, from: day, to: 2 * day })
  })
  test('I15.10h: has no share where all that was there at the highest point was taken out before the lowest', () => {
    const high = point(0, '500', '500')
    const shareAfter = (taken: string, owed: string) => {
      const out = usdt('500').minor - usdt(taken).minor
      const low = { at: day, worthMinor: -usdt(owed).minor, flowMinor: out }
      return deepestDrawdown([high, low])?.share ?? null
    }
    expect(shareAfter('499', '9')).toBe(10n ** 13n)
    expect(shareAfter('500', '10')).toBeNull()
    expect(shareAfter('501', '11')).toBeNull()
  })
})
