import { allMarkets } from '@candor/rules'
import { expect, test } from 'vitest'
import { logoSvg } from './logo-svg.ts'

test('every market has a mark of its own: small, self-contained, without script or outside reference', () => {
  const drawn = new Set<string>()
  for (const market of allMarkets) {
    const svg = logoSvg(market)
    drawn.add(svg)
    expect(svg.length, market.code).toBeLessThan(6_000)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 40 40"/)
    expect(svg).not.toMatch(/<script|href|url\((?!#)|on\w+=/)
    expect(svg).not.toContain('undefined')
  }
  // A coin against USDT and against the dollar is the same coin.
  expect(drawn.size).toBeGreaterThanOrEqual(allMarkets.length - 4)
})
