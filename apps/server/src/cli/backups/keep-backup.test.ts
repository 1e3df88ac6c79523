import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOfRunning, withClient } from '../../platform/database/database-server.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { startEmbeddedTestApp, type TestApp } from '../../testing/test-app.ts'
import { candor, tradedReceipt } from '../test-candor.ts'

let app: TestApp
let folder: string
let publicKey: string
beforeAll(async () => {
  folder = temporaryDataDir('candor-backup-cli-')
  const made = await candor('backup-key', '--to', join(folder, 'backup.key'))
  publicKey = /age1\w+/.exec(made.out)?.[0] ?? ''
  app = await startEmbeddedTestApp({ backupKey: publicKey })
})
afterAll(async () => {
  await app.dispose()
  rmSync(folder, { recursive: true, force: true })
})

type Person = Awaited<ReturnType<TestApp['signUp']>>

async function statusOf({ db }: TestApp, id: string): Promise<string> {
  const { rows } = await db.pool.query<{ status: string }>(
    'SELECT status FROM accounts_users WHERE id = $1',
    [id],
  )
  return rows[0]?.status ?? 'none'
}

/** As a customer has their account erased. */
async function erase({ id, email, password, token }: Person): Promise<void> {
  await app.call('sendCode', { email, purpose: 'security' })
  const code = app.messages(email).findLast((message) => message.code !== undefined)?.code ?? ''
  expect((await app.call('closeAccount', { password, code }, { token })).code).toBe(200)
  await app.moveClock(7 * 24 * 3_600_000 + 1_000)
  await expect.poll(() => statusOf(app, id)).toBe('closed')
}

test('I12.10: an encrypted backup beside a running server, restored into a new folder: the same person signs in, and a receipt signed before verifies with the keys served after', async () => {
  const person = await app.signUp()
  const receipt = join(folder, 'receipt.json')
  writeFileSync(receipt, await tradedReceipt(app, person.token))
  const [file, data, keys, list] = ['all.backup', 'restored', 'keys.json', 'erased.txt'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  const gone = await app.signUp()
  await app.upload(gone.token, 'avatar')
  // One that the mail server did not accept, for instance.
  await app.db.pool.query(
    "INSERT INTO outbox_letters (user_id, kind, once, facts, created_at, next_at) VALUES ($1, 'depositCredited', 'late', '{}', $2, $2)",
    [person.id, app.now() + 30 * 24 * 3_600_000],
  )
  // A receipt of the last seconds is not checked: the quotes beside it may not be stored yet.
  await app.moveClock(10_000)
  expect(await candor('backup', '--data', app.dataDir, '--to', file)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\d+ rows of \d+ tables and [2-9]\d* files are in .* It is encrypted to age1/),
  })
  // Nothing in it can be read, not even that it was packed.
  const stored = readFileSync(file)
  expect(stored.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
  for (const word of ['PRIVATE KEY', person.email, 'candor-backup']) expect(stored.includes(word)).toBe(false)
  expect(statSync(join(folder, 'backup.key')).mode & 0o777).toBe(0o600)
  expect(await candor('restore', '--data', data, '--from', file, '--identity', receipt)).toMatchObject({
    code: 2,
    out: `There is no private key in ${receipt}.\n`,
  })
  await erase(gone)
  expect(await candor('erased', '--data', app.dataDir, '--to', list)).toMatchObject({ code: 0 })
  expect(readFileSync(list, 'utf8')).toMatch(new RegExp(`^${gone.id} \\S+Z\n$`))
  const identity = ['--identity', join(folder, 'backup.key')]
  expect(
    await candor('restore', '--data', data, '--from', file, ...identity, '--erased', receipt),
  ).toMatchObject({ code: 2, out: `${receipt} is not a list of erased customers.\n` })
  expect(
    await candor('restore', '--data', data, '--from', file, ...identity, '--erased', list),
  ).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /Checked, and nothing was found:\n {2}ledger +\d+ entries of \d+ accounts add up .*\n {2}audit log +\d+ entries in one chain, \d+ signed heads .*\n.*\n {2}receipts +1 of the newest closed positions.*\nCustomers erased again, because they were erased after the backup: 1\..*\nHeld, so that nothing is sent twice: 1 letters .*\nRestored in [\d.]+ s, of which [\d.]+ s were checks\.\n$/,
    ),
  })
  expect(statSync(join(data, 'keys', 'receipts.pem')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(data, 'connection.json'))).toBe(false)
  const restored = await startEmbeddedTestApp({ dataDir: data })
  try {
    expect(restored.messages(person.email)).toEqual(app.messages(person.email))
    // Who was erased after the backup was made does not come back with it.
    const { rows } = await restored.db.pool.query(
      'SELECT wrapped, destroyed_at IS NOT NULL AS destroyed FROM files_keys WHERE user_id = $1',
      [gone.id],
    )
    expect(rows).toEqual([{ wrapped: null, destroyed: true }])
    await expect.poll(() => statusOf(restored, gone.id)).toBe('closed')
    expect((await restored.call('login', { account: gone.userName, password: gone.password })).code).not.toBe(
      200,
    )
    const { userName, password } = person
    expect((await restored.call('login', { account: userName, password })).code).toBe(200)
    writeFileSync(keys, (await restored.request('GET', '/.well-known/candor-keys.json', null)).text)
  } finally {
    await restored.dispose()
  }
  expect(await candor('verify', receipt, '--keys', keys)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^valid/),
  })
})

test('a folder that is no installation is said, not made into one: nobody reconciles a mistyped name', async () => {
  const typo = join(folder, 'typo')
  expect(await candor('reconcile', '--data', typo)).toEqual({
    code: 2,
    out: `There is no installation in ${typo}: pass its data folder with --data.\n`,
  })
  expect(existsSync(typo)).toBe(false)
})

test('restore says in one sentence what is wrong: a running server, no file, no backup', async () => {
  const nothing = join(folder, 'nothing')
  writeFileSync(join(folder, 'text'), 'hello')
  const says = async (data: string, from: string) =>
    (await candor('restore', '--data', data, '--from', from)).out
  expect(await says(app.dataDir, nothing)).toMatch(/^A server runs on .+\n$/)
  expect(await says(join(folder, 'a'), nothing)).toMatch(/^There is no file .+nothing\.\n$/)
  expect(existsSync(join(folder, 'a'))).toBe(false)
  expect(await says(join(folder, 'b'), join(folder, 'text'))).toMatch(/is not a complete backup.+\n$/)
})

test('I16.15: a backup whose audit log was changed is restored nowhere: the finding is said, with exit code 1', async () => {
  const halt = ['market', 'halt', '--market', 'AAPL', '--reason', 'news']
  expect(await candor(...halt, '--data', app.dataDir)).toMatchObject({ code: 0 })
  const owner = connectionOfRunning(app.dataDir)?.owner ?? {}
  await withClient(owner, async (client) => {
    await client.query('ALTER TABLE trust_audit DISABLE TRIGGER USER')
    await client.query("UPDATE trust_audit SET body = body || ' ' WHERE seq = 1")
  })
  const [file, data] = [join(folder, 'changed.backup'), join(folder, 'changed')]
  expect(await candor('backup', '--data', app.dataDir, '--to', file)).toMatchObject({ code: 0 })
  const identity = ['--identity', join(folder, 'backup.key')]
  expect(await candor('restore', '--data', data, '--from', file, ...identity)).toEqual({
    code: 1,
    out: expect.stringMatching(
      /^The restored data does not add up: entry 1 was changed.*\nNothing of the backup was left in /,
    ),
  })
  expect(existsSync(data)).toBe(false)
})
