import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type ContractOrder, createClient, Refusal } from '@candor/client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts'
import { type ExampleProcess, examplesDir, runExample } from './example-process.ts'

const guide = fileURLToPath(new URL('../../../../../docs/guides/client.md', import.meta.url))
const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false } as const

const execute = promisify(execFile)

let app: TestApp
let line: CuttingProxy
let key: { readonly id: string; readonly key: string }
let token: string
beforeAll(async () => {
  app = await startTestApp()
  line = await openCuttingProxy(app.url)
})
afterAll(async () => {
  await line.close()
  await app.dispose()
})
beforeEach(async () => {
  token = (await app.signUp()).token
  key = resultOf(await app.call('makeApiKey', { name: 'an example', scope: 'trade' }, { token }))
  const direct = directly()
  // Examples trade at once; the market has its first price then.
  await expect.poll(() => direct.call('previewContract', buy).catch(refusalOf)).toHaveProperty('margin')
})

const refusalOf = (error: unknown) => (error instanceof Refusal ? error.refusal : Promise.reject(error))
/** The customer's own session: a line that nobody cuts, and no request of the key's budget. */
const directly = () => createClient({ url: app.url, token })
const ordersNow = async (): Promise<readonly ContractOrder[]> =>
  (await directly().call('listContractOrder')).items

function run(name: string, env: Readonly<Record<string, string>> = {}): ExampleProcess {
  const example = runExample(name, { CANDOR_URL: line.url, CANDOR_KEY: key.key, ...env })
  onTestFinished(() => example.kill())
  return example
}
const hears = ({ output }: ExampleProcess, text: string | RegExp) =>
  expect.poll(output).toMatch(typeof text === 'string' ? new RegExp(`^${text}$`, 'm') : text)

test('I15.13e: the guide shows each example exactly as it is run here', () => {
  const blocks = [...readFileSync(guide, 'utf8').matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)]
  const shown = new Map(blocks.map(([, path, code]) => [path, code]))
  const files = readdirSync(examplesDir)
  expect([...shown.keys()].sort()).toEqual(files.map((name) => `packages/client/examples/${name}`).sort())
  for (const name of files)
    expect(shown.get(`packages/client/examples/${name}`)).toBe(readFileSync(join(examplesDir, name), 'utf8'))
})

test('I15.13a: the package is built to one module that plain Node runs, and to its types', async () => {
  const root = fileURLToPath(new URL('../../../../..', import.meta.url))
  const inRoot = { cwd: root, encoding: 'utf8' } as const
  await execute('npm', ['run', 'build', '-w', 'packages/client'], inRoot)
  const program = `
    import { createClient } from './packages/client/dist/index.js'
    const candor = createClient({ url: '${app.url}', apiKey: '${key.key}' })
    console.log((await candor.call('getUserInfo')).mode)`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program], inRoot)
  expect(stdout).toBe('demo\n')
  expect(readFileSync(join(root, 'packages/client/dist/index.d.ts'), 'utf8')).toContain('createClient')
})

test('I15.13e: an account, its orders and a file are read with a key', async () => {
  const { orderNo } = await directly().call('buyContract', buy)
  const example = run('read-account.ts')
  expect([await example.ended(), example.output()]).toEqual([0, expect.stringContaining('demo account')])
  expect(example.output()).toContain(`${orderNo} BTCUSDT open`)
  expect(example.output()).toMatch(/^orders-demo\.csv: \S+/m)
  expect(example.output()).toMatch(/^\d+ of 20 requests left$/m)
})

test('I15.13e: a price is followed without a key', async () => {
  const example = run('follow-prices.ts', { CANDOR_KEY: '' })
  expect([await example.ended(), example.output()]).toEqual([
    0,
    expect.stringMatching(/^connecting\nopen\nBTCUSDT [\d.]+ \/ [\d.]+ \(simulated\)\n$/),
  ])
})

test('I15.13e: an order is previewed, placed and closed, and a refusal is told by its name', async () => {
  const example = run('place-order.ts')
  expect([await example.ended(), example.output()]).toEqual([0, expect.stringMatching(/^margin [\d.]+ USDT/)])
  const [order] = await ordersNow()
  expect(order).toMatchObject({ status: 'closed', lots: '0.01' })
  expect(example.output()).toContain(`opened ${order?.orderNo} at ${order?.openPrice}\n`)
  expect(example.output()).toContain(
    `closed ${order?.orderNo} at ${order?.closePrice}: ${order?.profit} USDT`,
  )
  const refused = run('place-order.ts', { LOTS: '0' })
  expect([await refused.ended(), refused.output()]).toEqual([
    1,
    expect.stringMatching(/^refused, lotsInvalid: ./),
  ])
})

test('I15.13e: the messages of an account are watched through a cut line', async () => {
  const example = run('watch-account.ts')
  await hears(example, 'connected')
  const { id, orderNo } = await directly().call('buyContract', buy)
  await hears(example, `${orderNo} open`)
  line.cut()
  line.mend()
  await hears(example, 'connected again: read the lists')
  await directly().call('closeContract', { id })
  expect(await example.ended()).toBe(0)
  expect(example.output()).toContain(`${orderNo} closed`)
})

test('I15.13e: a strategy places an order, sees it on the account’s stream and closes it', async () => {
  const example = run('strategy.ts', { DIP: '-1', HOLD_MS: '0', TRADES: '2' })
  expect([await example.ended(), example.output()]).toEqual([
    0,
    expect.stringContaining('orders are current'),
  ])
  const orders = await ordersNow()
  expect(orders.map(({ status }) => status)).toEqual(['closed', 'closed'])
  for (const { orderNo, openPrice, closePrice, profit } of orders) {
    await hears(example, `open ${orderNo} at ${openPrice}`)
    await hears(example, `closed ${orderNo} at ${closePrice}: ${profit} USDT`)
  }
})

test('I15.13e: a strategy catches up after a cut, does not open twice, and ends when its key is revoked', async () => {
  // Any price is a dip; no rise and no time is enough to close.
  const patient = { DIP: '-1', RISE: '1', HOLD_MS: '86400000', TRADES: '2' }
  const example = run('strategy.ts', patient)
  await hears(example, /^open \S+ at/m)
  line.cut()
  await hears(example, 'orders: lost')
  const [first] = await ordersNow()
  await directly().call('closeContract', { id: first?.id ?? '' })
  expect(example.output()).not.toContain('closed')
  line.mend()
  await hears(example, new RegExp(`^closed ${first?.orderNo} at`, 'm'))
  // It opens its next position; a second strategy that starts now takes over this one.
  await expect.poll(async () => (await ordersNow()).map(({ status }) => status)).toEqual(['open', 'closed'])
  const [second] = await ordersNow()
  await hears(example, `open ${second?.orderNo} at ${second?.openPrice}`)
  const restarted = run('strategy.ts', patient)
  await hears(restarted, `open ${second?.orderNo} at ${second?.openPrice}`)
  await app.call('revokeApiKey', { id: key.id }, { token })
  for (const each of [example, restarted])
    expect([await each.ended(), each.output()]).toEqual([0, expect.stringContaining('orders: ended')])
  expect((await ordersNow()).map(({ status }) => status)).toEqual(['open', 'closed'])
})
