import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recomputeExecution } from '../../cli/recompute/recompute-execution.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { openReceiptSigner, type ReceiptSigner } from '../receipts/receipt-keys.ts'
import { readFills, readReport, waitingDays } from './execution-store.ts'
import { hashOfReport, publishReports } from './publish-reports.ts'
import { type MadeFills, portsOver } from './test-fills.ts'

let folder: string
let signer: ReceiptSigner
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-execution-'))
  signer = openReceiptSigner(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let db: TestDatabase
beforeEach(async () => {
  db = await freshDatabase()
  // The day before the reports begin.
  await db.query
    .insertInto('trust_execution_days')
    .values({ date: '2026-11-22', fills: 0n, report: null })
    .execute()
})
afterEach(() => db.dispose())

const many: MadeFills = { fills: 40, customers: 6 }
const few: MadeFills = { fills: 8, customers: 3 }
/** Two minutes after midnight: the day before is over and settled. */
const after = (day: string) => ({ now: () => Date.parse(day) + 86_400_000 + 120_000 })

/** Lets the job run on each of these days, once the day is over. */
async function runOn(days: readonly string[], made: Readonly<Record<string, MadeFills>>): Promise<void> {
  for (const day of days) await publishReports({ db, clock: after(day), ...portsOver(made, signer.sign) })
}

const dates = async () =>
  (await db.query.selectFrom('trust_executions').select('date').orderBy('number').execute()).map(
    ({ date }) => date,
  )
const daysOf = async (date: string) => (await readReport(db, date))?.document.days
const waiting = async () => (await waitingDays(db.query)).map(({ date }) => date)

async function recomputed(date: string) {
  const found = await readReport(db, date)
  if (found === null) throw new Error(`no report of ${date}`)
  const { number: _number, ...receipt } = found
  const parts = []
  for (const at of receipt.document.parts.keys()) parts.push((await readFills(db, date, at + 1)) ?? [])
  return recomputeExecution({ receipt, parts }, signer.keySet)
}

// Monday the 23rd to Sunday the 29th of November.
const week = [23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`)
const [monday = '', tuesday = '', wednesday = ''] = week
const sunday = '2026-11-29'

describe('when reports are published (T23)', () => {
  it('publishes a day with enough customers and fills alone, and the others together on Sunday', async () => {
    await runOn(week, {
      [monday]: few,
      [tuesday]: many,
      [wednesday]: few,
      '2026-11-27': { fills: 9, customers: 9 },
    })
    expect(await dates()).toEqual([tuesday, sunday])
    expect(await daysOf(tuesday)).toEqual([tuesday])
    expect(await daysOf(sunday)).toEqual(week.filter((day) => day !== tuesday))
    expect(await waiting()).toEqual([])
    for (const date of await dates()) expect(await recomputed(date)).toMatchObject({ findings: [] })
  })

  it('carries a week with too few on, until there are enough', async () => {
    await runOn(week, { [monday]: few, [tuesday]: { fills: 200, customers: 4 } })
    expect(await dates()).toEqual([])
    expect(await waiting()).toEqual(week)
    const next = ['2026-11-30', '2026-12-06']
    await runOn(next, {
      [monday]: few,
      [tuesday]: { fills: 200, customers: 4 },
      '2026-12-05': { fills: 5, customers: 5 },
    })
    expect(await dates()).toEqual(['2026-12-06'])
    expect((await readReport(db, 'latest'))?.document).toMatchObject({ customers: 5, fills: 213 })
    expect(await daysOf('2026-12-06')).toHaveLength(14)
  })

  it('publishes a Sunday alone and the days before it apart, each in one report', async () => {
    await runOn(week, {
      [monday]: few,
      [tuesday]: { fills: 30, customers: 5 },
      [wednesday]: few,
      [sunday]: many,
      '2026-11-28': { fills: 19, customers: 7 },
    })
    expect(await dates()).toEqual([tuesday, sunday, '2026-11-28'])
    const all = (await Promise.all((await dates()).map(daysOf))).flat()
    expect(all.toSorted()).toEqual(week)
  })

  it('names the report before, and counts every day of a pause', async () => {
    const made = Object.fromEntries(week.map((day) => [day, many]))
    await runOn([monday, sunday], made)
    expect(await dates()).toEqual(week)
    let previous = '0'.repeat(64)
    for (const date of week) {
      const document = (await readReport(db, date))?.document
      expect(document?.previous).toBe(previous)
      if (document !== undefined) previous = hashOfReport(document)
    }
  })

  it('leaves nothing of a day behind when it fails, and makes it once when two processes do it', async () => {
    const ports = portsOver({ [monday]: many }, signer.sign)
    const broken = () => {
      throw new Error('the key is gone')
    }
    const context = { db, clock: after(monday), ...ports }
    await expect(publishReports({ ...context, sign: broken })).rejects.toThrow('the key is gone')
    expect([await dates(), await waiting()]).toEqual([[], []])
    await Promise.allSettled([publishReports(context), publishReports(context)])
    expect(await dates()).toEqual([monday])
    expect(await publishReports(context)).toBe(0)
  })

  it('begins with the day of the first start, of which all refusals can be counted', async () => {
    const fresh = await freshDatabase()
    const ports = portsOver({ [monday]: many, [tuesday]: many }, signer.sign)
    expect(await publishReports({ db: fresh, clock: after(monday), ...ports })).toBe(0)
    expect(await readReport(fresh, 'latest')).toBeNull()
    await publishReports({ db: fresh, clock: after(tuesday), ...ports })
    expect((await readReport(fresh, 'latest'))?.document.days).toEqual([tuesday])
    await fresh.dispose()
  })

  it('does not count a day before it is settled', async () => {
    const early = { now: () => Date.parse(tuesday) + 59_000 }
    await publishReports({ db, clock: early, ...portsOver({ [monday]: many }, signer.sign) })
    expect(await dates()).toEqual([])
  })
})

it('T23: a day of many fills is reported in turns of the event loop', async () => {
  const fills = 20_000
  const context = {
    db,
    clock: after(monday),
    ...portsOver({ [monday]: { fills, customers: 900 } }, signer.sign),
  }
  // The made fills are counted at once here; PostgreSQL counts the real ones.
  const count = async () => ({ fills, customers: 900 })
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await publishReports({ ...context, fills: { ...context.fills, count } })
  } finally {
    running = false
  }
  const document = (await readReport(db, monday))?.document
  expect(document).toMatchObject({ fills, parts: { length: 20 } })
  // Each part is packed apart, and its fills are written in turns of some milliseconds.
  expect(turns).toBeGreaterThan(2 * 20)
})
