import { randomUUID } from 'node:crypto'
import type {
  AccountPerformance,
  AccountSummary,
  AccountWorth,
  CallName,
  Loan,
  Plan,
  WorthHistory,
} from '@candor/contract'
import { type AssetCode, usdt, writeUsdt } from '@candor/money'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { ofHouse, customer as ownAccount, transfer } from '../../ledger/test-accounts.ts'
import { fundsWithoutEngine } from '../../ledger/test-funds.ts'
import { openExchange, type TestExchange } from '../../testing/exchanges/test-exchange.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { verifyIdentity } from '../../testing/test-identity.ts'
import { signInOperator } from '../../testing/test-operators.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let exchange: TestExchange
let app: TestApp
beforeAll(async () => {
  exchange = await openExchange({ BTCUSDT: 50_000 })
  for (const [name, value] of Object.entries(exchange.env)) vi.stubEnv(name, value)
  app = await startTestApp({ feed: 'live' })
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
  await exchange.close()
  vi.unstubAllEnvs()
})

async function priceIs(mid: number): Promise<void> {
  exchange.setPrice('BTCUSDT', mid)
  await expect
    .poll(async () => (await app.call('getMarketInfo', { id: 'BTCUSDT' })).text)
    .toContain(`"bid":"${mid - 1}`)
}

const read = async <T>(who: Person, name: CallName, input: object = {}, mode: 'real' | 'demo' = 'real') => {
  const response = await app.call(name, input, { token: who.token, mode })
  expect([response.status, response.text]).toEqual([200, response.text])
  return resultOf<T>(response)
}
const worthOf = (who: Person, mode?: 'real' | 'demo') => read<AccountWorth>(who, 'accountWorth', {}, mode)
const historyOf = (who: Person, range = 'week') => read<WorthHistory>(who, 'worthHistory', { range })
const performanceOf = (who: Person, input: object = {}) => read<AccountPerformance>(who, 'performance', input)
const minorOf = (text: string | null | undefined) => usdt(text ?? '0').minor

async function pay(who: Person, kind: 'deposit' | 'deposit-reversal', asset: AssetCode, minor: bigint) {
  const [own, world] = [ownAccount(who.id, asset), ofHouse('world', asset)]
  const step = kind === 'deposit' ? transfer(kind, world, own, minor) : transfer(kind, own, world, minor)
  const clock = { now: () => app.now() }
  const ledger = createLedger(app.db, clock)
  await ledger.open([own, world])
  const posting = { id: `test:${randomUUID()}`, reference: null, steps: [step] }
  const reserved =
    kind === 'deposit' ? null : await fundsWithoutEngine(app.db, clock).reserve(who.id, 'real', minor)
  if (reserved !== null && 'short' in reserved) throw new Error('the account has less')
  const promised = reserved === null ? {} : { reservation: reserved.granted }
  expect(await ledger.post({ ...posting, ...promised })).toMatchObject({ ok: true })
}

async function lend(who: Person): Promise<void> {
  await verifyIdentity(app, await signInOperator(app, 'reviewer'), who)
  const terms = { amount: '200', days: 30 }
  const { agreementHash } = await read<{ agreementHash: string }>(who, 'previewLoan', terms)
  const { fileId } = (await app.upload(who.token, 'signature')).result
  const signed = { ...terms, agreementHash, signature: fileId, signedName: 'Ada Okafor' }
  const { id } = await read<{ id: string }>(who, 'loan', signed)
  const admin = await signInOperator(app, 'admin')
  await admin.call('opsClaim', { kind: 'loan', id })
  const { shownHash } = resultOf<{ shownHash: string }>(await admin.call('opsCase', { kind: 'loan', id }))
  expect((await admin.call('opsApprove', { kind: 'loan', id, shownHash })).code).toBe(200)
}

/** Moves the clock to just after the next hour begins, and waits for the account's point of it. */
async function passHour(who: Person, hours = 1): Promise<void> {
  const now = app.now()
  await app.moveClock((Math.floor(now / hourMs) + hours) * hourMs - now + 1_000)
  const hour = Math.floor(app.now() / hourMs)
  const recorded = async () => {
    const { rows } = await app.db.pool.query(
      "SELECT FROM accounts_worth WHERE user_id = $1 AND mode = 'real' AND hour = $2",
      [who.id, hour],
    )
    return rows.length
  }
  await expect.poll(recorded).toBe(1)
}

const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.1', leverage: 2, protected: false }
async function buy(who: Person): Promise<string> {
  await app.call(
    'answerUnderstanding',
    { leverage: 'b', stopOut: 'c', gap: 'a' },
    { token: who.token, mode: 'real' },
  )
  let id = ''
  await expect
    .poll(async () => {
      const response = await app.call('buyContract', order, { token: who.token, mode: 'real' })
      id = response.result?.id
      return response.code
    })
    .toBe(20004)
  return id
}

test('I15.10f: total worth is coins, open positions, plans and savings less loans, and its parts add up to the last digit', async () => {
  const ada = await app.signUp()
  await pay(ada, 'deposit', 'USDT', usdt('10000').minor)
  await pay(ada, 'deposit', 'BTC', 10_000_001n)
  await lend(ada)
  await priceIs(50_000)
  await buy(ada)
  const products = await read<{ id: string; timeframes: { days: number }[] }[]>(ada, 'listSmartProducts')
  const [product] = products
  const plan = { productId: product?.id, days: product?.timeframes[0]?.days, amount: '500' }
  expect((await app.call('buySmart', plan, { token: ada.token, mode: 'real' })).code).toBe(20004)
  await read(ada, 'enterSavings', { coin: 'USDT', amount: '300' })
  await read(ada, 'enterSavings', { coin: 'BTC', amount: '0.05' })
  await app.moveClock(6 * hourMs)
  await priceIs(51_000)

  await expect
    .poll(async () => (await read<AccountSummary>(ada, 'getUserInfo')).expectedProfit)
    .not.toBe('0.000000')
  const { worth, parts, unpriced, at } = await worthOf(ada)
  const part = (kind: string, asset = 'USDT') => parts.find((one) => one.kind === kind && one.asset === asset)
  expect(unpriced).toEqual([])
  expect(parts.reduce((sum, one) => sum + minorOf(one.worth), 0n)).toBe(minorOf(worth))
  // The same amounts as each page states them.
  const summary = await read<AccountSummary>(ada, 'getUserInfo')
  const [loan] = (await read<{ items: Loan[] }>(ada, 'listLoanRecord')).items
  const [running] = (await read<{ items: Plan[] }>(ada, 'listSmartOrder')).items
  expect(minorOf(part('balance')?.worth) + minorOf(part('unrealised')?.worth)).toBe(minorOf(summary.equity))
  expect(part('loans')?.worth).toBe(`-${loan?.owed}`)
  expect(part('plans')?.worth).toBe(running?.amount)
  expect(Number(part('planInterest')?.worth)).toBeGreaterThan(0)
  expect(Number(part('planInterest')?.worth)).toBeLessThanOrEqual(Number(running?.currentInterest))
  expect(part('savings')?.worth).toBe('300.000000')
  // 0.05000001 and 0.05 bitcoin at 51 000, rounded down.
  expect(part('balance', 'BTC')).toMatchObject({ amount: '0.05000001', rate: '51000', worth: '2550.000510' })
  expect(part('savings', 'BTC')).toMatchObject({ amount: '0.05000000', worth: '2550.000000' })
  const ageMs = Date.parse(at) - Date.parse(part('balance', 'BTC')?.rateAt ?? '')
  expect(ageMs).toBeGreaterThanOrEqual(0)
  expect(ageMs).toBeLessThan(10_000)
})

test('I15.10f: a coin without a quote is named and not counted, and gives no point', async () => {
  const ben = await app.signUp()
  await pay(ben, 'deposit', 'USDT', usdt('100').minor)
  await pay(ben, 'deposit', 'ETH', 1_000_000_000n)
  const { worth, parts, unpriced } = await worthOf(ben)
  expect([worth, unpriced]).toEqual(['100.000000', ['ETH']])
  expect(parts.find(({ asset }) => asset === 'ETH')).toMatchObject({ rate: null, worth: null })
  // The opening alone: what came after it is not known in full.
  expect((await historyOf(ben)).points.map((point) => point.worth)).toEqual(['0.000000'])
})

test('I15.10f: a demo account is worth its balance and its open positions', async () => {
  const cleo = await app.signUp()
  const { worth, parts } = await worthOf(cleo, 'demo')
  expect([worth, parts.map(({ kind }) => kind)]).toEqual(['10000.000000', ['balance']])
})

test('I15.10g: deposits and withdrawals are no gains and no losses over time; each has its mark', async () => {
  const dora = await app.signUp()
  await pay(dora, 'deposit', 'USDT', usdt('1000').minor)
  await passHour(dora)
  await pay(dora, 'deposit', 'BTC', 2_000_000n)
  await passHour(dora)
  await pay(dora, 'deposit-reversal', 'USDT', usdt('300').minor)
  const { points, flows } = await historyOf(dora)
  expect(flows.map(({ asset, amount, worth }) => [asset, amount, worth])).toEqual([
    ['USDT', '1000.000000', '1000.000000'],
    ['BTC', '0.02000000', '1020.000000'],
    ['USDT', '-300.000000', '-300.000000'],
  ])
  expect(points[0]).toMatchObject({ worth: '0.000000', result: '0.000000' })
  expect(points.at(-1)).toMatchObject({ worth: '1720.000000', result: '0.000000' })
  expect(points.map(({ worth }) => worth)).toContain('2020.000000')
  expect(points.every(({ result }) => result === '0.000000')).toBe(true)
})

test('I15.10h: performance states return, drawdown and the results of what was closed, and the file has each day', async () => {
  const eve = await app.signUp()
  await priceIs(50_000)
  await pay(eve, 'deposit', 'USDT', usdt('10000').minor)
  await passHour(eve)
  const winner = await buy(eve)
  await priceIs(52_000)
  await passHour(eve)
  await read(eve, 'closeContract', { id: winner })
  const loser = await buy(eve)
  await passHour(eve)
  await priceIs(49_000)
  await passHour(eve)
  await read(eve, 'closeContract', { id: loser })
  await pay(eve, 'deposit', 'USDT', usdt('5000').minor)
  await passHour(eve)

  const { trades, account } = await performanceOf(eve)
  if (account === null) throw new Error('the account has a result')
  const { worth } = await worthOf(eve)
  expect(account).toMatchObject({ endWorth: worth, putIn: '15000.000000', takenOut: '0.000000' })
  // Nothing else happened: the account's result is that of its two orders.
  expect(account.result).toBe(trades.net)
  expect(minorOf(worth) - minorOf('15000')).toBe(minorOf(trades.net))
  // Modified Dietz with doubles, as a second computation.
  const { flows } = await historyOf(eve, 'all')
  const [from, to] = [Date.parse(account.from), Date.parse(account.to)]
  const capital = flows.reduce(
    (sum, flow) => sum + (Number(flow.worth) * (to - Date.parse(flow.at))) / (to - from),
    Number(account.startWorth),
  )
  expect(Number(account.return)).toBeCloseTo(Number(account.result) / capital, 9)
  expect(Number(account.capital)).toBeCloseTo(capital, 3)
  const { points } = await historyOf(eve, 'all')
  const results = points.map(({ result }) => minorOf(result))
  const falls = results.flatMap((high, at) => results.slice(at).map((low) => high - low))
  expect(account.drawdown?.amount).toBe(
    writeUsdt(falls.reduce((most, fall) => (fall > most ? fall : most), 0n)),
  )

  expect(trades).toMatchObject({ count: 2, gains: 1, losses: 1, winRate: '0.5' })
  expect([trades.best?.id, trades.worst?.id]).toEqual([winner, loser])
  expect(minorOf(trades.gained) + minorOf(trades.lost)).toBe(minorOf(trades.net))
  expect([trades.averageGain, trades.averageLoss]).toEqual([trades.gained, trades.lost])
  expect(Number(trades.profitFactor)).toBeCloseTo(Number(trades.gained) / -Number(trades.lost), 3)
  expect(trades.byMarket).toMatchObject([{ code: 'BTCUSDT', net: trades.net }])
  expect(trades.byDay.reduce((sum, { net }) => sum + minorOf(net), 0n)).toBe(minorOf(trades.net))

  const file = await app.call('performance', { format: 'csv' }, { token: eve.token, mode: 'real' })
  expect(file.headers.get('content-disposition')).toContain('results-real.csv')
  const lines = file.text.trim().split('\r\n')
  expect(lines[0]).toContain('date,count,gains,losses,even,profit,fee,swap,dividends,splitCash,net')
  expect(lines.slice(1)).toEqual(
    trades.byDay.map((day) => expect.stringContaining(`${day.date},${day.count},`)),
  )
  // A period before anything was put in has neither.
  const before = { to: new Date(from - dayMs).toISOString() }
  expect(await performanceOf(eve, before)).toMatchObject({ account: null, trades: { count: 0, best: null } })
})

test('I15.10g: nobody sees another’s worth', async () => {
  const [fay, gil] = [await app.signUp(), await app.signUp()]
  await pay(fay, 'deposit', 'USDT', usdt('700').minor)
  await passHour(fay)
  expect(await historyOf(gil)).toEqual({ points: [], flows: [] })
  expect((await worthOf(gil)).worth).toBe('0.000000')
  expect((await app.call('accountWorth', {}, { token: null })).code).toBe(401)
})
