import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app/test-app.ts'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

interface Run {
  readonly code: number
  readonly out: string
}

/** The command as a person types it: a process of its own, beside the running server. */
async function candor(...args: string[]): Promise<Run> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', 'tsx', cli, ...args])
    return { code: 0, out: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout + stderr }
  }
}

test('reconcile beside a running server: clean with 0, a finding with 1', async () => {
  await app.signUp()
  const clean = await candor('reconcile', '--data', app.dataDir)
  expect(clean).toMatchObject({
    code: 0,
    out: expect.stringMatching(/DEMO +\d+ accounts, \d+ entries[\s\S]*clean\n$/),
  })
})

test('clock advance moves the running server’s clock', async () => {
  const { token } = await app.signUp()
  await app.ask('resetDemo', {}, { token })
  const moved = await candor('clock', 'advance', '24h', '--data', app.dataDir)
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('The clock stands at') })
  await expect.poll(async () => (await app.ask('resetDemo', {}, { token })).code).toBe(200)
  const wrong = await candor('clock', 'advance', 'tomorrow', '--data', app.dataDir)
  expect(wrong).toEqual({
    code: 2,
    out: '“tomorrow” is no duration: write for example 90s, 15m, 24h or 7d.\n',
  })
})

test('operator create prints the second factor once and refuses a second time', async () => {
  const args = [
    'operator',
    'create',
    '--email',
    'Op@candor.example',
    '--role',
    'reviewer',
    '--password',
    'a long and plain phrase',
  ]
  const made = await candor(...args, '--data', app.dataDir)
  expect(made.code).toBe(0)
  expect(made.out).toMatch(/shown only now: [A-Z2-7]{32}\notpauth:\/\/totp\/Candor/)
  expect(await candor(...args, '--data', app.dataDir)).toMatchObject({ code: 2 })
  const { rows } = await app.db.pool.query('SELECT email_key, password_hash FROM accounts_operators')
  expect(rows).toEqual([
    { email_key: 'op@candor.example', password_hash: expect.stringMatching(/^\$argon2id\$/) },
  ])
})

test('verify: a receipt as the server answered it is valid; with one figure changed it is not (1)', async () => {
  const { token } = await app.signUp()
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  let id = ''
  await expect
    .poll(
      async () => {
        const bought = await app.ask('buyContract', buy, { token })
        id = bought.code === 20004 ? bought.result.id : ''
        return bought.code
      },
      { timeout: 20_000 },
    )
    .toBe(20004)
  expect((await app.ask('closeContract', { id }, { token })).code).toBe(200)
  const receipt = (await app.ask('getReceipt', { orderId: id }, { token })).text
  const keys = (await app.request('GET', '/.well-known/candor-keys.json', null)).text
  const [good, bad, keyFile] = ['good.json', 'bad.json', 'keys.json'].map((name) => join(app.dataDir, name))
  if (good === undefined || bad === undefined || keyFile === undefined) throw new Error('three files')
  writeFileSync(good, receipt)
  writeFileSync(bad, receipt.replace('"leverage":2', '"leverage":3'))
  writeFileSync(keyFile, keys)
  expect(await candor('verify', good, '--keys', keyFile)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^valid/),
  })
  expect(await candor('verify', good, '--data', app.dataDir)).toMatchObject({ code: 0 })
  expect(await candor('verify', bad, '--keys', keyFile)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^not valid/),
  })
  expect(await candor('verify', keyFile, '--keys', keyFile)).toMatchObject({ code: 2 })
}, 60_000)

test('--help everywhere, and an unknown command is 2', async () => {
  for (const command of [
    [],
    ['reconcile'],
    ['operator', 'create'],
    ['clock', 'advance'],
    ['backup'],
    ['restore'],
    ['verify'],
    ['replay'],
  ]) {
    const { code, out } = await candor(...command, '--help')
    expect([command.join(' '), code]).toEqual([command.join(' '), 0])
    expect(out).toContain('Usage: candor')
  }
  expect((await candor('cook')).code).toBe(2)
}, 60_000)
