import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepOpenProfit, openProfitSeen } from '../../back-office/treasury/treasury-store.ts'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import { openTradedMarket } from '../../testing/test-market.ts'
import { watchReserve } from './watch-reserve.ts'

let fixture: ModuleFixture
let market: Awaited<ReturnType<typeof openTradedMarket>>

beforeAll(async () => {
  fixture = await openModuleFixture()
  await fixture.fund('trading-capital', 'house', 'DEMO', 120_000_000n)
  market = await openTradedMarket(fixture)
})
afterAll(async () => {
  await market.dispose()
  await fixture.dispose()
})

test('rulebook Whose money pays: the log and the console warn from 80 % of the capital, new risk is refused at 100 %, both end by themselves', async () => {
  const lines: string[] = []
  const { reserve, job } = watchReserve({
    db: fixture.db,
    capitalState: (mode) => market.runtime().capital.standing(mode),
    parameters: { value: async () => '0.8' },
    keepOpenProfit: (minor) => keepOpenProfit(fixture.db.query, minor, fixture.clock.now()),
    log: {
      warn: (of, message) => void lines.push(`warn ${JSON.stringify(of)} ${message}`),
      info: (of, message) => void lines.push(`info ${JSON.stringify(of)} ${message}`),
    },
  })
  const demo = async () => {
    const { wouldWin, capital, state } = (await reserve()).sides.find(({ mode }) => mode === 'demo') ?? {}
    return [state, wouldWin, capital]
  }
  const price = (bid: string, ask: string) => {
    for (let n = 0; n < 25; n++) market.quote('AAPL', bid, ask)
  }
  price('260', '260.02')
  const anna = await fixture.customer()
  const buy = () => market.buy(anna, { code: 'AAPL', lots: '10' })
  await buy()
  await expect.poll(demo).toEqual(['ok', '-0.200000', '120.000000'])
  await job.run()
  expect(await openProfitSeen(fixture.db.query)).toEqual({ minor: 0n, atMs: fixture.clock.now() })
  price('269.61', '269.63')
  await expect.poll(demo).toEqual(['ok', '95.900000', '120.000000'])
  await job.run()
  price('269.62', '269.64')
  await expect.poll(demo).toEqual(['warn', '96.000000', '120.000000'])
  await job.run()
  await job.run()
  await buy()
  price('273', '273.02')
  await expect.poll(async () => (await demo())[0]).toBe('halted')
  await expect(buy()).rejects.toMatchObject({ code: 10015, details: { reason: 'reserve' } })
  await job.run()
  price('262', '262.02')
  await expect.poll(async () => (await demo())[0]).toBe('ok')
  await job.run()
  expect(lines.filter((line) => line.includes('"demo"')).map((line) => line.replace(/\{.*\}/, '…'))).toEqual([
    'warn … customers’ open profit comes close to the trading capital',
    'warn … customers’ open profit has reached the trading capital: new risk is refused',
    'info … the trading capital covers customers’ open profit again',
  ])
  expect(lines.find((line) => line.includes('comes close'))).toContain('"wouldWin":"96.000000"')
})

test('a closing that cannot be paid is written into the log, and its end too', async () => {
  const lines: string[] = []
  const { job } = watchReserve({
    db: fixture.db,
    capitalState: (mode) => market.runtime().capital.standing(mode),
    parameters: { value: async () => '0.8' },
    keepOpenProfit: async () => undefined,
    log: {
      warn: (of, message) => void lines.push(`warn ${JSON.stringify(of)} ${message}`),
      info: (of, message) => void lines.push(`info ${JSON.stringify(of)} ${message}`),
    },
  })
  const ben = await fixture.customer()
  for (let n = 0; n < 25; n++) market.quote('AAPL', '260', '260.02')
  // Most of their worth is lost, and nobody has funded the cover of losses beyond a balance.
  await market.buy(ben, { code: 'AAPL', lots: '150', leverage: 5 })
  for (let n = 0; n < 25; n++) market.quote('AAPL', '10', '10.02')
  const { runtime } = market
  const turn = async () => {
    await runtime().queue.settled()
    await runtime().unpaid.write()
    await job.run()
    return lines.filter((line) => line.includes('closing')).map((line) => line.replace(/^(\w+) .*/, '$1'))
  }
  expect(await turn()).toEqual(['warn'])
  expect(await turn()).toEqual(['warn'])
  await fixture.fund('negative-balance', 'house', 'DEMO', 1_000_000_000_000n)
  market.quote('AAPL', '10', '10.02')
  expect(await turn()).toEqual(['warn', 'info'])
})
