import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { expect } from 'vitest'
import { resultOf, type TestApp } from '../../../testing/test-app.ts'
import { codeNow } from '../../../testing/test-operators.ts'

// Everything that a reader of the tables could use, and the texts of the tables to search for it.

/**
 * Secrets of a customer with a second factor and recovery codes, of one whose second factor was turned off, and everything else
 * that opens an account.
 */
export async function customersSecrets(app: TestApp): Promise<string[]> {
  const [on, off] = [await app.signUp(), await app.signUp()]
  const turnOn = async ({ token, password }: typeof on) => {
    const { secret } = (await app.call('totpStart', { password }, { token })).result
    expect((await app.call('totpConfirm', { totp: codeNow(app, secret) }, { token })).code).toBe(20005)
    return secret
  }
  const secrets = [await turnOn(on), await turnOn(off), on.token, on.password]
  const { codes } = resultOf<{ codes: string[] }>(
    await app.call('makeRecoveryCodes', {}, { token: on.token }),
  )
  const made = await app.call('makeApiKey', { name: 'mine', scope: 'read' }, { token: on.token })
  expect((await app.call('totpDisable', {}, { token: off.token })).code).toBe(20005)
  const { text } = await app.letter(off.email, 'accountChange')
  await app.call('sendCode', { email: on.email, purpose: 'forget' })
  const code = app.messages(on.email).findLast((message) => message.kind === 'code-forget')?.code
  const { resetToken } = (await app.call('forget', { email: on.email, code })).result
  const undoing = /[?]token=([\w-]{43})\n/.exec(text)?.[1] ?? ''
  return [...secrets, ...codes, resultOf<{ key: string }>(made).key, undoing, resetToken]
}

/** Of the installation: what tokens and codes are computed with, and every private key of the data folder. */
export async function installationsSecrets(app: TestApp): Promise<string[]> {
  const rows = await app.db.query.selectFrom('accounts_secrets').selectAll().execute()
  expect(rows.length).toBeGreaterThan(4)
  const opened = rows.map(({ name, value }) => app.secrets.open('accounts_secrets.value', name, value))
  const keys = join(app.dataDir, 'keys')
  const files = readdirSync(keys).map((name) => readFileSync(join(keys, name), 'utf8'))
  // Lines, and texts between quotes: keys in any form.
  return [...opened, ...files.flatMap((text) => text.match(/[\w+/=-]{40,}/g) ?? [])]
}

/** Forms in which a text could be in a column: as it is, its bytes, and the bytes it encodes. */
export function formsOf(secret: string): string[] {
  const forms: Buffer[] = [Buffer.from(secret)]
  if (/^[A-Z2-7]{16,}$/.test(secret)) forms.push(Buffer.from(Secret.fromBase32(secret).buffer))
  if (/^[0-9a-f]{64}$/.test(secret)) forms.push(Buffer.from(secret, 'hex'))
  else if (/^[\w+/-]{40,}=*$/.test(secret)) forms.push(Buffer.from(secret, 'base64'))
  return [
    secret,
    ...forms.flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]),
  ]
}

/** Lists everything in any table, as texts. */
export async function textsOfTables(app: TestApp): Promise<[name: string, text: string][]> {
  const { rows } = await app.db.pool.query<{ name: string; open: boolean }>(
    `SELECT tablename AS name, has_table_privilege(format('%I', tablename), 'SELECT') AS open FROM pg_tables WHERE schemaname = 'public'`,
  )
  const closed = rows.filter(({ open }) => !open).map(({ name }) => name)
  expect(closed.sort()).toEqual(['db_installation_key', 'db_migrations', 'hedging_moves', 'orders_moves'])
  const texts: [string, string][] = []
  for (const { name } of rows.filter(({ open }) => open)) {
    const all = await app.db.pool.query<{ text: string | null }>(
      `SELECT string_agg(to_jsonb(t)::text, chr(10)) AS text FROM "${name}" t`,
    )
    texts.push([name, all.rows[0]?.text ?? ''])
  }
  return texts
}
