import { expect, test } from 'vitest'
import { type Theme, themeOf, themes } from './theme.ts'

test('about a quarter of the seeds have no theme, and every theme has its share of the others', () => {
  const counts = new Map<Theme | null, number>()
  for (let seed = 1; seed <= 1_000; seed++) {
    const theme = themeOf(seed)
    counts.set(theme, (counts.get(theme) ?? 0) + 1)
  }
  expect(counts.get(null)).toBeGreaterThan(200)
  expect(counts.get(null)).toBeLessThan(300)
  for (const theme of themes) expect(counts.get(theme)).toBeGreaterThan(40)
})
