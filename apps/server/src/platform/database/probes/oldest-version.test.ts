import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = new URL('../../../', import.meta.url).pathname

/** Functions and clauses of PostgreSQL 16 to 18, after their release notes: a given server may be of version 15 (`oldestVersion`). */
const newer =
  /\b(?:pg_input_is_valid|pg_input_error_info|any_value|random_normal|array_(?:shuffle|sample|sort|reverse)|erfc?|date_add|date_subtract|json_(?:table|exists|query|value|scalar|serialize|array(?:agg)?|object(?:agg)?)|merge_action|xmltext|unicode_assigned|to_(?:bin|oct)|uuidv[47]|casefold|pg_stat_io)\s*\(|\bRETURNING\s+(?:old|new)\./i

const linesWith = (text: string): string[] => text.split('\n').filter((line) => newer.test(line))

test('I16.12: statements use only what the oldest PostgreSQL of an operator has', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const product = files.filter((file) => /\.(?:ts|sql)$/.test(file) && !/\.test\.ts$/.test(file))
  expect(product.length).toBeGreaterThan(1000)
  const found = product.flatMap((file) =>
    linesWith(readFileSync(join(server, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test.each([
  "SELECT pg_input_is_valid(reference, 'uuid')",
  'SELECT any_value (name)',
  'UPDATE a SET b = 1 RETURNING old.b',
])('I16.12: what is newer is found: %s', (statement) => {
  expect(linesWith(statement)).toHaveLength(1)
})
