import type pg from 'pg'
import { Chance } from '../../../simulator/surroundings/chance.ts'
import type { Columns, TableRule } from './catalogue.ts'

/** A row as JSON; a column that is left out is null. */
export type Row = Readonly<Record<string, unknown>>

const rounds = 12
const rowsARound = 400

const six = [1, 2, 3, 4, 5, 6]
/** Values worth trying in a column of this type, in addition to those that the rule itself names. */
const byType: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [true, false],
  uuid: ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'],
  bigint: [0, 1, -1, 2, 7, 86_400_000, 1_800_000_000_000],
  integer: [0, 1, -1, 2, 7, 60],
  smallint: [0, 1, -1, 2, 7],
  numeric: [0, 1, -1, '0.5'],
  'double precision': [0, 1, -1, 0.5],
  text: [
    '',
    'x',
    'abc',
    'DE',
    'abcdef',
    '2026-01-01',
    'a'.repeat(64),
    '0'.repeat(64),
    `0x${'a'.repeat(64)}`,
    'a@b.example',
    'USDT',
    'class:forex',
    'x'.repeat(5_000),
  ],
  'timestamp with time zone': ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2027-01-01T00:00:00Z'],
  date: ['2026-01-01', '2026-01-02'],
  bytea: ['\\x', '\\x00', `\\x${'00'.repeat(16)}`, `\\x${'ab'.repeat(32)}`, `\\x${'cd'.repeat(64)}`],
  jsonb: [{}, [], 'x', 1, { a: 1 }, { en: '' }, { en: 'x' }],
  'text[]': [[], ['x'], ['x', 'y']],
  'timestamp with time zone[]': [[], ['2026-01-01T00:00:00Z']],
  'uuid[]': [[], ['01890000-0000-7000-8000-000000000001']],
  'smallint[]': [[], [1], six],
  'integer[]': [[], [1], six],
  'bigint[]': [[], [1], six],
  'numeric[]': [[], [1], six],
  'double precision[]': [[], [1], six],
}

/** Lists the texts and numbers that a rule names, which include what it allows. */
function literalsOf(condition: string): { texts: string[]; numbers: number[] } {
  const texts = [...condition.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) =>
    text.replaceAll("''", "'"),
  )
  const numbers = [...condition.replaceAll(/'(?:[^']|'')*'/g, '').matchAll(/\b\d+\b/g)].map(([text]) =>
    Number(text),
  )
  return { texts, numbers: numbers.flatMap((number) => [number - 1, number, number + 1]) }
}

const lengthsIn = (numbers: readonly number[]) => numbers.filter((length) => length >= 0 && length < 10_000)

const wholeNumbers = new Set(['bigint', 'integer', 'smallint', 'numeric'])

/** Those of the numbers that a column of this type can hold. */
function numbersFor(type: string, numbers: readonly number[]): number[] {
  const most = type === 'smallint' ? 32_767 : type === 'integer' ? 2_147_483_647 : Number.MAX_SAFE_INTEGER
  return numbers.filter((number) => Math.abs(number) <= most)
}

function candidatesFor(type: string, condition: string): readonly unknown[] {
  const { texts, numbers } = literalsOf(condition)
  const usual = byType[type] ?? []
  if (type === 'text') {
    const long = lengthsIn(numbers).map((length) => 'k'.repeat(length))
    return [...usual, ...texts, ...texts.flatMap((text) => [`${text}x`]), ...long]
  }
  if (type === 'text[]') return [...usual, ...lengthsIn(numbers).map((length) => Array(length).fill('k'))]
  if (wholeNumbers.has(type))
    return [
      ...usual,
      ...numbersFor(type, [...numbers, ...texts.filter((text) => /^\d+$/.test(text)).map(Number)]),
    ]
  if (type === 'jsonb' && condition.includes('array_length')) return [[], [{ a: 1 }]]
  return usual
}

/** A value of this type, to fill a column with. */
export const someValue = (type: string): unknown => byType[type]?.[1] ?? byType[type]?.[0]

/** Another one. */
export const anotherValue = (type: string): unknown => byType[type]?.[0]

/** A row for which the condition is what is wanted; null where chance found none. The same rows every time. */
export async function findRow(
  client: pg.ClientBase,
  { table, condition }: Pick<TableRule, 'table' | 'condition'>,
  {
    wanted,
    columns,
    filled = [],
  }: { readonly wanted: 'TRUE' | 'FALSE'; readonly columns: Columns; readonly filled?: readonly string[] },
): Promise<Row | null> {
  const types = columns.get(table) ?? new Map<string, string>()
  const named = [...types.keys()].filter(
    (name) => filled.includes(name) || new RegExp(`\\b${name}\\b`).test(condition ?? ''),
  )
  const choices = named.map((name) => {
    const values = candidatesFor(types.get(name) ?? '', condition ?? '')
    return [name, filled.includes(name) ? values : [null, ...values]] as const
  })
  const chance = new Chance(1)
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: rowsARound }, () =>
      Object.fromEntries(choices.map(([name, values]) => [name, chance.pick(values)])),
    )
    const found = await client.query<{ row: Row }>(
      `SELECT given.row FROM jsonb_array_elements($1::jsonb) AS given (row), jsonb_populate_record(NULL::${table}, given.row) AS r
        WHERE (${condition ?? 'true'}) IS ${wanted} LIMIT 1`,
      [JSON.stringify(rows)],
    )
    if (found.rows[0] !== undefined) return found.rows[0].row
  }
  return null
}
