import { expect, test } from 'vitest'
import { Chance } from './surroundings/chance.ts'
import { chooseTheme, type Theme } from './theme.ts'

test('about half of the seeds have no theme, and every theme is in a tenth of them', () => {
  const counts = new Map<Theme | null, number>()
  for (let seed = 1; seed <= 1_000; seed++) {
    const theme = chooseTheme(new Chance(seed))
    counts.set(theme, (counts.get(theme) ?? 0) + 1)
  }
  expect(counts.get(null)).toBeGreaterThan(400)
  for (const theme of ['payments', 'freezes', 'places', 'staff'] as const)
    expect(counts.get(theme)).toBeGreaterThan(100)
})
