import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedTestApp, type TestApp } from '../testing/test-app.ts'
import { callOps, codeNow, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { program } from './program.ts'
import { candor, candorIn, signInInputOf, tradedReceipt } from './test-candor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startEmbeddedTestApp()
})
afterAll(() => app.dispose())

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
  await app.call('resetDemo', {}, { token })
  const moved = await candor('clock', 'advance', '24h', '--data', app.dataDir)
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('The clock is now at') })
  await expect.poll(async () => (await app.call('resetDemo', {}, { token })).code).toBe(200)
  const wrong = await candor('clock', 'advance', 'tomorrow', '--data', app.dataDir)
  expect(wrong).toEqual({
    code: 2,
    out: '“tomorrow” is not a duration: use for example 90s, 15m, 24h or 7d.\n',
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
  const { rows } = await app.db.pool.query('SELECT email_key, password_hash FROM operators_people')
  expect(rows).toEqual([
    { email_key: 'op@candor.example', password_hash: expect.stringMatching(/^\$argon2id\$/) },
  ])
  expect(made.out).toContain('--password can be read by every process')
  // Adding somebody is the first entry of the audit log.
  expect(await candor('verify-audit', '--data', app.dataDir)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^the audit log is intact: 1 entries/),
  })
})

test('verify: a receipt as the server answered it is valid; with one figure changed it is not (1)', async () => {
  const { token } = await app.signUp()
  const receipt = await tradedReceipt(app, token)
  const keys = (await app.request('GET', '/.well-known/candor-keys.json', null)).text
  // Since when its receipts prove is said under the same key, and this one is of later.
  expect(JSON.parse(keys)).toMatchObject({ proves: { document: { kind: 'receiptsProve', sandbox: true } } })
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
})

test('--help names every command, and an unknown command is 2', async () => {
  const { code, out } = await candor('--help')
  expect(code).toBe(0)
  for (const command of program.commands) expect(out).toContain(`\n  ${command.name()} `)
  expect((await candor('cook')).code).toBe(2)
})

test('I12.8: operator create takes the password from standard input or asks for it twice; neither stands in the arguments', async () => {
  const data = ['--data', app.dataDir]
  const create = (email: string, input: string, ...more: string[]) =>
    candorIn(
      process.cwd(),
      ['operator', 'create', '--email', email, '--role', 'finance', ...more, ...data],
      {},
      input,
    )
  const phrase = 'a long and plain phrase'
  const piped = await create('piped@candor.example', `${phrase}\n`, '--password-stdin')
  expect(piped).toMatchObject({ code: 0, out: expect.not.stringContaining('--password can be read') })
  expect(await create('typed@candor.example', `${phrase}\n${phrase}\n`)).toMatchObject({ code: 0 })
  expect(await create('twice@candor.example', `${phrase}\nanother phrase\n`)).toEqual({
    code: 2,
    out: 'The two passwords differ. Nothing was changed.\n',
  })
})

test('I12.8: operator reset takes another admin, who signs in for it, and gives new ones', async () => {
  const [admin, lost] = [await signInOperator(app, 'admin'), await signInOperator(app, 'finance')]
  const fresh = 'another long and plain phrase'
  const reset = async (by: TestOperator, email: string) =>
    candorIn(
      process.cwd(),
      ['operator', 'reset', '--email', email, '--by', by.email, '--data', app.dataDir],
      {},
      `${await signInInputOf(app, by)}${fresh}\n${fresh}\n`,
    )
  expect(await reset(lost, admin.email)).toMatchObject({
    code: 2,
    out: 'Only an admin can reset another operator’s access.\n',
  })
  expect(await reset(admin, admin.email)).toMatchObject({
    code: 2,
    out: 'Another admin must do this: you cannot reset your own access.\n',
  })
  const done = await reset(admin, lost.email)
  expect(done.code).toBe(0)
  expect((await lost.call('opsMe')).code).toBe(401)
  const secret = /shown only now: ([A-Z2-7]{32})/.exec(done.out)?.[1] ?? ''
  const signIn = { email: lost.email, password: fresh, totp: codeNow(app, secret) }
  expect((await callOps(app, 'opsLogin', signIn, '')).code).toBe(200)
})
