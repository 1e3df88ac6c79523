import type { Lots, Price } from '@candor/money'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ledgerAction,
  ledgerOutcome,
  ledgerPosting,
  ledgerPostSteps,
  ledgerReservation,
  ledgerStep,
} from '../../ledger/posting-types.ts'
import {
  type OrderState,
  orderChange,
  orderEvent,
  orderInsert,
  orderKey,
  ordersCommit,
} from '../../trading/commits/order-types.ts'
import {
  bigint,
  CompositeArray,
  compositeType,
  integer,
  json,
  nullable,
  type Place,
  text,
} from './composite-type.ts'
import { withClient } from './database-server.ts'
import { freshDatabase, type TestDatabase } from './temporary/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

const types = [ledgerPosting, ledgerStep, ledgerReservation, orderInsert, orderChange, orderEvent, orderKey]
/** Types that only functions of the database pass to each other. */
const withinDatabase = ['http_answer', 'http_key']
const enums = [ledgerAction, ledgerOutcome]
const functions = [ledgerPostSteps, ordersCommit]

interface Described {
  readonly name: string
  /** Attributes, parameters or labels, in order. */
  readonly parts: readonly string[]
}
const described = (
  name: string,
  parts: readonly { readonly name: string; readonly type: string }[],
): Described => ({
  name,
  parts: parts.map((part) => `${part.name} ${part.type}`),
})
const byName = (a: Described, b: Described) => a.name.localeCompare(b.name)

/** Composite types, enums and the given functions of the database. */
async function catalogueOf(pool: pg.Pool): Promise<Record<'types' | 'enums' | 'functions', Described[]>> {
  const read = async (sql: string, values: unknown[] = []) =>
    (await pool.query<Described>(sql, values)).rows.sort(byName)
  return {
    types: await read(
      `SELECT c.relname AS name, array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) AS parts
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'c' AND a.attnum > 0 AND NOT a.attisdropped
         AND c.relname <> ALL ($1) GROUP BY c.relname`,
      [withinDatabase],
    ),
    enums: await read(`
      SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS parts
        FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typnamespace = 'public'::regnamespace GROUP BY t.typname`),
    functions: await read(
      `SELECT p.proname AS name, array_agg(p.proargnames[u.at] || ' ' || format_type(u.type, NULL) ORDER BY u.at) AS parts
         FROM pg_proc p, unnest(p.proargtypes::oid[]) WITH ORDINALITY u (type, at)
        WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($1) GROUP BY p.oid, p.proname`,
      [functions.map(({ name }) => name)],
    ),
  }
}

const describedHere = {
  types: types.map(({ name, attributes }) => described(name, attributes)).sort(byName),
  enums: enums.map(({ type, labels }) => ({ name: type, parts: [...labels] })).sort(byName),
  functions: functions.map(({ name, parameters }) => described(name, parameters)).sort(byName),
}

test('I13.5: every composite type, enum and posting function of the database is the one that rows are typed and written by', async () => {
  expect(await catalogueOf(db.pool)).toEqual(describedHere)
})

const drifts = Object.entries({
  'an attribute in another place':
    'ALTER TYPE ledger_step DROP ATTRIBUTE account; ALTER TYPE ledger_step ADD ATTRIBUTE account integer',
  'an attribute of another name': 'ALTER TYPE order_change RENAME ATTRIBUTE fee TO charge',
  'an attribute of another type': 'ALTER TYPE order_event ALTER ATTRIBUTE at TYPE integer',
  'an attribute more': 'ALTER TYPE order_key ADD ATTRIBUTE more text',
  'a label more': "ALTER TYPE ledger_action ADD VALUE 'more'",
})
test.each(drifts)('I13.5: a difference is found: %s', async (_, drift) => {
  const other = await freshDatabase()
  try {
    await withClient(other.owner, (client) => client.query(drift))
    expect(await catalogueOf(other.pool)).not.toEqual(describedHere)
  } finally {
    await other.dispose()
  }
})

const odd = compositeType('odd', {
  first: nullable(text()),
  amount: bigint(),
  count: nullable(integer()),
  last: json<unknown>('jsonb'),
})

test('I13.5: a row arrives as it was written, with any texts', async () => {
  const rows = [
    '',
    'NULL',
    'word',
    'a,b',
    '(")',
    '\\',
    '"\\"',
    "it's",
    ' spaced ',
    '{}',
    'tab\tline\n',
    '日本',
    null,
  ].map((first, at) => ({
    first,
    amount: 2n ** 62n + BigInt(at),
    count: at % 2 === 0 ? at : null,
    last: { [`k"${first}`]: [first] },
  }))
  const read = await withClient(db.owner, async (client) => {
    await client.query('CREATE TYPE pg_temp.odd AS (first text, amount bigint, count integer, last jsonb)')
    const result = await client.query('SELECT u.* FROM unnest($1::pg_temp.odd[]) u', [
      new CompositeArray(odd, rows).toLiteral(),
    ])
    return result.rows
  })
  expect(read).toEqual(rows)
})

test('I13.5: swapped values do not compile, and an invalid id is not written', () => {
  const posting = 1 as Place<'posting'>
  const account = 1 as Place<'account'>
  const hold = 1 as Place<'hold'>
  const step = {
    posting,
    action: 'hold',
    kind: null,
    purpose: 'margin',
    credited: null,
    cover: null,
    minor: 1n,
  } as const
  const steps = new CompositeArray(ledgerStep)
  steps.push({ ...step, account, hold })
  // @ts-expect-error: a hold's place is not an account's
  steps.push({ ...step, account: hold, hold: account })
  // @ts-expect-error: an action that does not exist
  steps.push({ ...step, account, hold, action: 'take' })
  type State = Pick<OrderState, 'lots' | 'open_price' | 'margin'>
  const write = ({ lots }: State) => lots
  const [lots, price] = [1n as Lots, 2n as Price]
  expect(write({ lots, open_price: price, margin: 3n })).toBe(1n)
  // @ts-expect-error: lots and a price change places
  write({ lots: price, open_price: lots, margin: 3n })
  // @ts-expect-error: an amount in place of lots
  write({ lots: 3n, open_price: price, margin: 1n })
  const key = { item: 1 as Place<'item'>, call: '', body_hash: '', answer: {} as never }
  expect(() => new CompositeArray(orderKey, [{ ...key, user_id: 'a,b', key: 'c' }])).toThrow(
    'not a UUID: a,b',
  )
})
