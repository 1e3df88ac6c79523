import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bareCodes } from './bare-codes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The catalogue itself, its generated copy in the client, and the keys of its texts. Tests state the wire's codes. */
const exempt = /^packages\/(refusals|texts|client\/src\/generated)\/|\.test\.tsx?$|\/test-[a-z-]+\.ts$/

test('a refusal is named: no code of one stands as a number outside the catalogue', () => {
  const sources = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, 'src')),
  )
  const files = [...sources, 'scripts', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !exempt.test(file)),
  )
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) =>
    bareCodes(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['throw new Refusal(11004)', [1]],
  ['\nif (failure.code === 10_011) return', [2]],
  ["const text = 'codes.11004'", []],
  ["const renamed = { '10004': 'oldPassword' }", [1]],
  ['// as 11004 says', []],
  ["refuse('notFound')", []],
  ['const most = 11_000_000', []],
])('%j', (text, lines) => {
  expect(bareCodes(text)).toEqual(lines)
})
