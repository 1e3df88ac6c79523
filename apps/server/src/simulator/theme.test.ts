import { expect, test } from 'vitest'
import { type Theme, themeOf, themes } from './theme.ts'

test('about three tenths of the seeds have no theme, and every theme is in about a tenth of them', () => {
  const counts = new Map<Theme | null, number>()
  for (let seed = 1; seed <= 1_000; seed++) {
    const theme = themeOf(seed)
    counts.set(theme, (counts.get(theme) ?? 0) + 1)
  }
  expect(counts.get(null)).toBeGreaterThan(250)
  expect(counts.get(null)).toBeLessThan(350)
  for (const theme of themes) expect(counts.get(theme)).toBeGreaterThan(75)
})
