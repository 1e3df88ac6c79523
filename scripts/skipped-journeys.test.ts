import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../e2e/', import.meta.url))
const skips = /\btest\.(?:skip|fixme|only)\(/

const skippedIn = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (skips.test(line) ? [index + 1] : []))

// A test that skips itself at one size and is left out at the other by its tag never runs, and nobody notices.
test('no journey skips itself: a tag says where it runs', () => {
  const journeys = ['', 'tasks/'].flatMap((inner) =>
    readdirSync(folder + inner)
      .filter((name) => name.endsWith('.journey.ts'))
      .map((name) => inner + name),
  )
  expect(journeys.length).toBeGreaterThan(40)
  expect(
    journeys.flatMap((name) =>
      skippedIn(readFileSync(folder + name, 'utf8')).map((line) => `${name}:${line}`),
    ),
  ).toEqual([])
})

test.each([
  ["  test.skip(isPhone(page), 'a phone has one chart')", [1]],
  ['\ntest.fixme(', [2]],
  ["test('a page is skipped', async () => {})", []],
])('%j', (text, lines) => {
  expect(skippedIn(text)).toEqual(lines)
})
