import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isFirstText } from '../../../../packages/texts/src/vite-plugin.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
// Not part of a first visit, or only after its own words came.
const later = /not-yet-page|failure\.ts|\.test\./
const homeParts =
  /^markets\/(market-logo|price-cells|source-label|use-live-price|use-on-screen|use-market-list)/

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /\.tsx?$/.test(name) &&
    !later.test(name) &&
    (/^(shell|session|live|home)\//.test(name) || homeParts.test(name)),
)

test('the home page and its frame say only what comes with the first part of the texts', () => {
  expect(sources.length).toBeGreaterThan(40)
  const asked = sources.flatMap((name) =>
    [
      ...readFileSync(`${web}/${name}`, 'utf8').matchAll(
        /['"`]((?:shell|home|markets|orders|codes|accounts)\.[\w.-]+)/g,
      ),
    ].map(([, key]) => `${name}: ${key}`),
  )
  expect(asked.length).toBeGreaterThan(100)
  expect(asked.filter((one) => !isFirstText(one.split(': ')[1] ?? ''))).toEqual([])
})
