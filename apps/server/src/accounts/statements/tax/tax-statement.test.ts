import { randomUUID } from 'node:crypto'
import { type AssetCode, parseScaled } from '@candor/money'
import { languageCodes } from '@candor/texts/languages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountClass } from '../../../ledger/account-class.ts'
import type { AccountRef, Ledger } from '../../../ledger/ledger.ts'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { customer, houseClasses, ofHouse, transfer } from '../../../ledger/test-accounts.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../../platform/database/temporary/test-database.ts'
import type { TradeDetails } from '../../accounts-ports.ts'
import { taxCsvHeader, taxCsvPages } from './tax-csv.ts'
import { taxDocument } from './tax-document.ts'
import { collectSections, readTaxSections } from './tax-sections.ts'

const [ann, ben] = [randomUUID(), randomUUID()]
const [held, shut, option, converted, plan] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
]
const newYear = Date.UTC(2026, 0, 1)
const clock = new ManualClock(newYear - 1)
const [usdt, btc] = [customer(ann, 'USDT'), customer(ann, 'BTC')]
const house = (name: AccountClass, asset: AssetCode = 'USDT') => ofHouse(name, asset)
let db: TestDatabase
let ledger: Ledger
let posted = 0

async function move(
  reference: string | null,
  kind: string,
  [from, to]: [AccountRef, AccountRef],
  minor: bigint,
) {
  posted += 1
  const outcome = await ledger.post({
    id: `moved-${posted}`,
    reference,
    steps: [transfer(kind, from, to, minor)],
  })
  expect(outcome, kind).toMatchObject({ ok: true })
}

const trade = (details: Partial<TradeDetails>): TradeDetails => ({
  ...{ code: 'BTCUSDT', direction: 'buy', lots: '0.01', stake: null, openedAt: newYear - 1, closedAt: null },
  ...details,
})
const trades = new Map([
  [held, trade({ closedAt: newYear + 5_000 })],
  [shut, trade({ direction: 'sell', openedAt: newYear, closedAt: newYear + 1_000 })],
  [option, trade({ code: 'ETHUSDT', direction: 'up', lots: null, stake: '5.000000', closedAt: newYear })],
])
const trading = { tradeDetails: async () => trades }
const partsOf = (year: number) =>
  readTaxSections(db, trading, {
    owner: ann,
    from: new Date(Date.UTC(year, 0, 1)),
    to: new Date(Date.UTC(year + 1, 0, 1)),
  })

/** A position is held over the new year, with costs in both years; everything else is in the second. */
beforeAll(async () => {
  db = await freshDatabase({ max: 4 })
  ledger = createLedger(db, clock)
  await ledger.open([
    ...houseClasses.flatMap((name) => [ofHouse(name), house(name)]),
    ...(['BTC', 'USDT'] as const).flatMap((asset) => [
      customer(ann, asset),
      house('world', asset),
      house('conversion', asset),
    ]),
    ...[customer(ann), customer(ben, 'USDT')],
    ...(['plan-principal', 'yield-reserve', 'fee-revenue'] as const).map((name) => house(name, 'BTC')),
  ])
  const capital = house('trading-capital')
  await move(null, 'operator-funding', [house('world'), capital], 9_000_000n)
  await move(null, 'operator-funding', [house('world'), house('conversion')], 900n)
  await move(null, 'deposit', [house('world'), usdt], 1_000_000n)
  await move(null, 'deposit', [house('world', 'BTC'), btc], 2_000n)
  await move(null, 'deposit', [house('world'), customer(ben, 'USDT')], 500n)
  await move(null, 'demo-grant', [ofHouse('world'), customer(ann)], 700n)
  await move(held, 'contract-commission', [usdt, house('fee-revenue')], 11n)
  await move(plan, 'plan-purchase', [btc, house('plan-principal', 'BTC')], 1_000n)
  clock.set(newYear)
  await move(held, 'contract-swap', [usdt, house('swap-revenue')], 3n)
  await move(shut, 'contract-commission', [usdt, house('fee-revenue')], 5n)
  await move(shut, 'contract-loss', [usdt, capital], 40n)
  await move(shut, 'contract-commission', [customer(ann), ofHouse('fee-revenue')], 2n)
  await move(null, 'contract-loss', [customer(ben, 'USDT'), capital], 9n)
  await move(option, 'option-profit', [capital, usdt], 8n)
  await move(converted, 'conversion-sold', [btc, house('conversion', 'BTC')], 2n)
  await move(converted, 'conversion-bought', [house('conversion'), usdt], 100n)
  await move(converted, 'conversion-fee', [btc, house('fee-revenue', 'BTC')], 1n)
  await move(plan, 'plan-penalty', [house('plan-principal', 'BTC'), house('yield-reserve', 'BTC')], 30n)
  await move(plan, 'plan-return', [house('plan-principal', 'BTC'), btc], 970n)
  await move(null, 'fee-rebate', [house('fee-revenue'), usdt], 4n)
  clock.set(Date.UTC(2027, 0, 1) - 1)
  await move(held, 'contract-profit', [capital, usdt], 60n)
  clock.set(Date.UTC(2027, 0, 1))
  await move(held, 'contract-dividend', [capital, usdt], 1n)
})
afterAll(() => db.dispose())

test('I16.9c: a position held over the new year has in each year what was booked in it', async () => {
  const before = await collectSections(partsOf(2025), 10)
  const after = await collectSections(partsOf(2026), 10)
  const line = { reference: held, result: 0n, commission: 0n, swap: 0n }
  expect(before.positions).toMatchObject([{ ...line, commission: -11n }])
  expect(after.positions).toMatchObject([
    { ...line, result: 60n, swap: -3n },
    { ...line, reference: shut, result: -40n, commission: -5n },
  ])
  expect(before.totals[0]).toMatchObject({ openingMinor: 0n, closingMinor: 999_989n })
  expect(after.totals[0]).toMatchObject({ openingMinor: 999_989n, closingMinor: 1_000_113n })
})

test('I16.9c: the lines and sums of a year agree with the ledger’s entries of that year, without demo money', async () => {
  const { rows } = await db.pool.query<{ kind: string; asset: AssetCode; minor: bigint }>(
    `SELECT kind, e.asset, sum(CASE WHEN credited = a.id THEN minor ELSE -minor END)::bigint AS minor
       FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.customer
      WHERE a.owner = $1 AND e.asset <> 'DEMO' AND extract(year FROM e.created_at AT TIME ZONE 'UTC') = 2026 GROUP BY 1, 2`,
    [ann],
  )
  const booked = (prefix: string) =>
    rows.filter(({ kind }) => kind.startsWith(prefix)).reduce((sum, { minor }) => sum + minor, 0n)
  const { positions, options, conversions, totals } = await collectSections(partsOf(2026), 10)
  const netOf = (lines: typeof positions) =>
    lines.reduce((sum, { result, commission, swap }) => sum + result + commission + swap, 0n)
  expect([netOf(positions), netOf(options)]).toEqual([booked('contract-'), booked('option-')])
  expect(conversions.flatMap(({ sums }) => sums).reduce((sum, { minor }) => sum + minor, 0n)).toBe(
    booked('conversion-'),
  )
  expect(
    totals.flatMap(({ asset, kinds }) =>
      kinds.map(({ kind, inMinor, outMinor }) => ({ kind, asset, minor: inMinor - outMinor })),
    ),
  ).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row) as object)))
  const [first] = totals
  expect(first && first.closingMinor - first.openingMinor).toBe(
    rows.filter(({ asset }) => asset === 'USDT').reduce((sum, { minor }) => sum + minor, 0n),
  )
})

test('I16.9c: the penalty of a plan is stated, though it is no entry of the customer’s own', async () => {
  expect((await collectSections(partsOf(2026), 10)).penalties).toEqual([{ asset: 'BTC', minor: 30n }])
  expect((await collectSections(partsOf(2025), 10)).penalties).toEqual([])
})

async function csvOf(language: (typeof languageCodes)[number]): Promise<string[][]> {
  const rows: string[][] = [taxCsvHeader(language)]
  for await (const page of taxCsvPages({ language, year: 2026, isOver: false }, partsOf(2026)))
    rows.push(...page)
  return rows
}

test('I16.9c: the file names every column, and its positions add up to the group totals', async () => {
  const [header = [], ...rows] = await csvOf('en')
  const at = (name: string) => header.indexOf(name)
  expect(rows.every((row) => row.length === header.length)).toBe(true)
  const nets = (part: string) =>
    rows
      .filter((row) => row[0] === part)
      .reduce((sum, row) => sum + (parseScaled(row[at('Net')] ?? '', 6) ?? 0n), 0n)
  expect(nets('Positions')).toBe(12n)
  expect(rows.find((row) => row.includes(shut))).toEqual(
    expect.arrayContaining(['Positions', 'BTCUSDT', 'sell', '0.01', '-0.000040', '-0.000005', '-0.000045']),
  )
  const groups = rows.filter((row) => row[0] === 'Totals by type')
  expect(groups.find((row) => row[1] === 'Commission')?.[at('Net')]).toBe('-0.000005')
  expect(groups.find((row) => row[1] === 'Results of positions')?.[at('Net')]).toBe('0.000020')
})

test('I16.9c: file and document say in every language what a tax statement is not', async () => {
  const parts = await collectSections(partsOf(2026), 1)
  expect(parts.leftOut).toBe(true)
  const disclaimers = new Set<string>()
  for (const language of languageCodes) {
    const { blocks } = taxDocument({
      ...{ language, year: 2026, isOver: false, madeAt: newYear, ...parts },
      customer: { name: 'ann', email: 'ann@candor.example' },
    })
    const notes = blocks.flatMap((block) => (block.do === 'note' ? [block.text] : []))
    expect(notes, language).toHaveLength(5)
    disclaimers.add(notes[0] ?? '')
    expect((await csvOf(language))[1]?.[1], language).toBe(notes[0])
  }
  expect(disclaimers.size).toBe(languageCodes.length)
})
