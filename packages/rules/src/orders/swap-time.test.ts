import { describe, expect, it } from 'vitest'
import { nextRollover, rolloverDate, swapNights } from './swap-time.ts'

describe('when swaps are charged (rulebook, Markets: 17:00 New York, triple on Wednesday)', () => {
  it('is 21:00 UTC in summer and 22:00 in winter, on the days the clocks change too', () => {
    const next = (text: string) => new Date(nextRollover(Date.parse(text))).toISOString()
    expect(next('2026-07-01T12:00:00Z')).toBe('2026-07-01T21:00:00.000Z')
    expect(next('2026-07-01T21:00:00Z')).toBe('2026-07-02T21:00:00.000Z')
    expect(next('2026-01-15T21:30:00Z')).toBe('2026-01-15T22:00:00.000Z')
    expect(next('2026-03-08T00:00:00Z')).toBe('2026-03-08T21:00:00.000Z')
    expect(next('2026-11-01T00:00:00Z')).toBe('2026-11-01T22:00:00.000Z')
  })

  it('a week of forex costs seven nights, of crypto and stocks one each day, of futures none', () => {
    const nights = (type: 1 | 2 | 3 | 4) => {
      const charged: number[] = []
      let at = Date.parse('2026-11-15T00:00:00Z') // a Sunday
      for (let day = 0; day < 7; day++) {
        at = nextRollover(at)
        charged.push(swapNights({ type }, at))
      }
      return charged
    }
    expect(nights(1)).toEqual([0, 1, 1, 3, 1, 1, 0])
    expect(nights(2)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(nights(3)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(nights(4)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(rolloverDate(Date.parse('2026-11-18T22:00:00Z'))).toBe('2026-11-18')
  })
})
