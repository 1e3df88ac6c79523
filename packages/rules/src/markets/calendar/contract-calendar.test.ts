import { describe, expect, it } from 'vitest'
import { allMarkets, marketByCode } from '../catalogue/all-markets.ts'
import { contractAt } from './contract-calendar.ts'
import { isOpenAt } from './hours.ts'

const market = (code: string) => {
  const found = marketByCode(code)
  if (found === null) throw new Error(`no ${code}`)
  return found
}
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** Month, last day and day of the roll of the contract traded at a time. */
const at = (code: string, time: string) => {
  const term = contractAt(market(code), Date.parse(time))
  if (term === null) throw new Error(`${code} has no contract`)
  const { current, next } = term
  return [current.month, day(current.expiresAt), day(current.rollsAt), next.month]
}

describe('rulebook Markets, futures: contract expiry and roll date', () => {
  // Last trading days as the exchanges published them.
  it.each([
    ['ES', '2026-11-21', ['2026-12', '2026-12-18', '2026-12-14', '2027-03']],
    ['DE30', '2026-11-21', ['2026-12', '2026-12-18', '2026-12-14', '2027-03']],
    ['CL', '2023-12-01', ['2024-01', '2023-12-19', '2023-12-15', '2024-02']],
    ['CL', '2024-01-10', ['2024-02', '2024-01-22', '2024-01-18', '2024-03']],
    // Christmas Eve ends early and is still a trading day.
    ['CL', '2024-12-10', ['2025-01', '2024-12-19', '2024-12-17', '2025-02']],
    ['NG', '2024-01-10', ['2024-02', '2024-01-29', '2024-01-25', '2024-03']],
    ['BRN', '2024-01-10', ['2024-03', '2024-01-31', '2024-01-29', '2024-04']],
    ['XAUUSD', '2024-01-10', ['2024-02', '2024-02-27', '2024-01-29', '2024-04']],
    ['XAGUSD', '2024-01-10', ['2024-03', '2024-03-26', '2024-02-27', '2024-05']],
    ['PL', '2024-01-10', ['2024-04', '2024-04-26', '2024-03-26', '2024-07']],
  ])('%s on %s is in %j', (code, time, expected) => {
    expect(at(code, `${time}T12:00:00Z`)).toEqual(expected)
  })

  it('every futures market has a calendar, and no other market has one', () => {
    for (const one of allMarkets)
      expect(contractAt(one, Date.parse('2026-11-21T12:00:00Z')) !== null, one.code).toBe(one.type === 4)
  })

  it('contracts follow one another without a gap for ten years, each left before it ends and while its market is closed', () => {
    for (const one of allMarkets.filter(({ type }) => type === 4)) {
      let now = Date.parse('2024-01-02T12:00:00Z')
      while (now < Date.parse('2034-01-01T00:00:00Z')) {
        const term = contractAt(one, now)
        if (term === null) throw new Error(one.code)
        const { current, next } = term
        expect(current.rollsAt).toBeGreaterThan(now)
        expect(current.expiresAt).toBeGreaterThan(current.rollsAt)
        expect(isOpenAt(one, current.rollsAt), `${one.code} ${current.month}`).toBe(false)
        const after = contractAt(one, current.rollsAt)
        expect([after?.current, after?.since]).toEqual([next, current.rollsAt])
        now = current.rollsAt
      }
    }
  })
})
