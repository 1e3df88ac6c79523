import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { CallName, Calls, ResultOf } from '@candor/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { recomputeExecution } from '../cli/recompute/recompute-execution.ts'
import { candor } from '../cli/test-candor.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { ofHouse, customer as realOf, transfer } from '../ledger/test-accounts.ts'
import { openReceiptSigner } from '../proofs/receipts/receipt-keys.ts'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { msUntilOneOClock } from '../testing/time/test-clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.moveClock(msUntilOneOClock(app.now()))
})
afterAll(() => app.dispose())

type Result<N extends CallName> = ResultOf<Calls[N]>
const dayMs = 86_400_000
const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false } as const
const keys = () => openReceiptSigner(app.dataDir).keySet
const today = () => new Date(app.now()).toISOString().slice(0, 10)

/** A customer with real money who has passed the understanding check. */
async function trader() {
  const { id, token } = await app.signUp()
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, { token })
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `test-credit:${randomUUID()}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'USDT'), realOf(id, 'USDT'), 10_000_000_000n)],
  })
  if (!outcome.ok) throw new Error('the credit was refused')
  return { id, token }
}

/** Repeats a call until prices are fresh. */
async function filled<N extends CallName>(name: N, input: object, token: string): Promise<Result<N>> {
  for (;;) {
    const response = await app.call(name, input, { token, mode: 'real' })
    if (response.code < 10_000 || response.code === 20_004) return resultOf<Result<N>>(response)
    expect(response).toMatchObject({ code: 10_015 })
  }
}

/** Buys and sells again: two fills. */
async function roundTrip(token: string): Promise<void> {
  const { id } = await filled('buyContract', order, token)
  await filled('closeContract', { id }, token)
}

const reportOf = async (date: string) => app.call('execution', { date })
const found = async (date: string) => resultOf<Result<'execution'>>(await reportOf(date)).report
const partsOf = async (date: string, count: number) => {
  const parts = []
  for (let part = 1; part <= count; part += 1)
    parts.push(resultOf<Result<'executionFills'>>(await app.call('executionFills', { date, part })).fills)
  return parts
}
const countedDays = async () =>
  (await app.db.query.selectFrom('trust_execution_days').select('date').orderBy('date').execute()).map(
    ({ date }) => date,
  )

/** Lets the present day end, and waits until the running server has counted it. */
async function endDay(): Promise<string> {
  const over = today()
  await app.moveClock(dayMs)
  await expect.poll(countedDays).toContain(over)
  return over
}

test('T23, T22: a day of five customers is reported, signed, and computed again from its public fills', async () => {
  const people = []
  for (let n = 0; n < 5; n += 1) people.push(await trader())
  await roundTrip(people[0]?.token ?? '')
  const tooFew = await endDay()
  expect((await reportOf(tooFew)).code).toBe(11_004)

  for (const { token } of people) for (const _trip of [1, 2]) await roundTrip(token)
  const [first] = people
  if (first === undefined) throw new Error('five signed up')
  const refused = await app.call(
    'buyContract',
    { ...order, lots: '50' },
    { token: first.token, mode: 'real' },
  )
  expect(refused.code).toBe(10_011)
  expect((await app.call('buyContract', { ...order, lots: '90' }, { token: first.token })).code).not.toBe(
    20_004,
  )
  const day = await endDay()
  const report = await found(day)
  const { document } = report
  expect(document).toMatchObject({
    kind: 'execution',
    date: day,
    days: [day],
    customers: 5,
    fills: 20,
    counts: 'any',
  })
  expect(document.total.calls.fills).toBe(20)
  expect(document.markets.map(({ code, fills }) => [code, fills])).toEqual([['BTCUSDT', 20]])
  expect(document.refusals).toContainEqual({
    ...{ market: 'BTCUSDT', call: 'buyContract', reason: 'insufficientFunds', response: 10_011 },
    count: 1,
  })
  expect(document.conflict).toMatchObject({ exposure: null, cover: null, result: { trades: 10 } })

  const parts = await partsOf(day, document.parts.length)
  const text = JSON.stringify(parts)
  for (const { id } of people) expect(text).not.toContain(id)
  expect(text).not.toMatch(/lots|0\.001/)
  expect(new Set(parts.flat().map((fill) => fill.order)).size).toBe(10)
  expect(recomputeExecution({ receipt: report, parts }, keys())).toEqual({
    fills: 20,
    findings: [],
    notes: [],
  })

  const valid = new RegExp(
    `^the execution report of ${day} is valid: computed again from 20 fills, whose \\d+ quotes are those of the published market\n$`,
  )
  const saved = join(app.dataDir, 'saved-keys.json')
  writeFileSync(saved, JSON.stringify(keys()))
  const online = ['--server', app.url, '--keys', saved]
  expect(await candor('recompute-execution', '--day', 'latest', ...online)).toMatchObject({
    code: 0,
    out: expect.stringMatching(valid),
  })
})

test('T22: with five customers in the market, the report says what of their net exposure is kept', async () => {
  const people = []
  for (let n = 0; n < 5; n += 1) people.push(await trader())
  for (const { token } of people)
    for (const direction of ['buy', 'buy', 'sell', 'buy'])
      await filled('buyContract', { ...order, direction }, token)
  const { conflict } = (await found(await endDay())).document
  expect(conflict.exposure).toMatchObject({ customers: 5, laidOff: '0.000000', retainedShare: '1.0000' })
  expect(conflict.exposure?.retained).toBe(conflict.exposure?.net)
  expect(Number(conflict.exposure?.net)).toBeGreaterThan(0)
  expect(conflict.cover?.worst).toMatchObject({ move: '0.1', covered: true })
})

test('T23: reports and fills stay as they were published', async () => {
  for (const change of [
    `UPDATE trust_executions SET document = '{}'`,
    'DELETE FROM trust_execution_fills',
    'UPDATE trust_execution_days SET fills = 0',
  ])
    await expect(app.db.pool.query(change)).rejects.toThrow(/permission denied/)
})

test('T23: a server that sends something else than a report is said, not fallen over', async () => {
  const other = createServer((_request, response) => response.end('{"code":200,"result":{"report":{}}}'))
  onTestFinished(() => void other.close())
  other.listen(0)
  await once(other, 'listening')
  const server = `http://localhost:${(other.address() as AddressInfo).port}`
  const saved = join(app.dataDir, 'keys-of-others.json')
  writeFileSync(saved, JSON.stringify(keys()))
  expect(await candor('recompute-execution', '--day', 'latest', '--server', server, '--keys', saved)).toEqual(
    {
      code: 2,
      out: expect.stringContaining(`${server} sent something else than an execution report from `),
    },
  )
})
