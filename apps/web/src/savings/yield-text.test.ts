import { describe, expect, it } from 'vitest'
import { dailyRange, dailyText, yearlyRange, yearlyText } from './yield-text.ts'

describe('a yield in words', () => {
  it('is cut off, never rounded up: it may not look like more than is paid (T3)', () => {
    expect(dailyText('0.000110999999', 'en')).toBe('0.0110%')
    expect(yearlyText('0.05475', 'en')).toBe('5.47%')
    expect(yearlyText('0.109999', 'en')).toBe('10.99%')
  })
  it('is written the same alone and at either end of a range', () => {
    expect(yearlyRange('0.0438', '0.05475', 'en')).toBe('4.38–5.47%')
    expect(yearlyRange('0.05475', '0.06935', 'en')).toBe('5.47–6.93%')
    expect(dailyRange('0.0001', '0.0001', 'en')).toBe('0.0100%')
  })
  it('has the language’s own marks', () =>
    expect(dailyRange('0.0001', '0.00012', 'de')).toBe('0,0100–0,0120\u00a0%'))
})
