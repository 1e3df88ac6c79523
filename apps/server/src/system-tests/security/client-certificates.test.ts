import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { candorIn } from '../../cli/test-candor.ts'
import type { ClientCertificate } from '../../platform/config/certificate-settings.ts'
import { openDatabaseServer, withClient } from '../../platform/database/database-server.ts'
import { killProcesses, startProcess } from '../../testing/server-process.ts'
import { createAuthority, type TestAuthority } from '../../testing/servers/certificates.ts'
import { startTlsNats, type TlsNats } from '../../testing/servers/tls-nats.ts'
import { startTlsPostgres, type TlsPostgres } from '../../testing/servers/tls-postgres.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'candor-certificates-'))
let authority: TestAuthority
let postgres: TlsPostgres
let nats: TlsNats
let owner: ClientCertificate
let app: ClientCertificate

beforeAll(async () => {
  authority = await createAuthority(folder, 'ours')
  postgres = await startTlsPostgres(authority)
  nats = await startTlsNats(authority)
  owner = await authority.issue('candor')
  app = await authority.issue('candor_app')
  await asSuperuser('CREATE ROLE candor LOGIN CREATEROLE')
  await asSuperuser('CREATE DATABASE candor OWNER candor')
})
afterEach(killProcesses)
afterAll(async () => {
  await nats.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const asSuperuser = (sql: string) =>
  withClient(postgres.superuser, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)

function urlWith(
  certificate: ClientCertificate | null,
  changes: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(`postgres://candor@localhost:${postgres.port}/candor`)
  const files = certificate === null ? {} : { sslcert: certificate.certFile, sslkey: certificate.keyFile }
  const query = { sslmode: 'verify-full', sslrootcert: authority.caFile, ...files, ...changes }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.toString()
}

const environment = () => ({
  DATABASE_URL: urlWith(owner),
  DATABASE_APP_CERT: app.certFile,
  DATABASE_APP_KEY: app.keyFile,
  NATS_URL: `tls://localhost:${nats.port}`,
  NATS_CERT: owner.certFile,
  NATS_KEY: owner.keyFile,
  NATS_CA: authority.caFile,
})

const open = (databaseUrl: string, appCertificate: ClientCertificate | null) =>
  openDatabaseServer({ dataDir: folder, databaseUrl, appCertificate, log: silent })

test('ASVS 13.2.1: server and commands reach database and NATS by client certificates alone; the application’s role has one of its own and no password', async () => {
  const dataDir = join(folder, 'data')
  await startProcess(['--sandbox', '--data', dataDir], environment())
  const sessions = await asSuperuser(
    `SELECT DISTINCT usename AS role, client_dn AS certificate FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
      WHERE datname = 'candor' AND usename = 'candor_app'`,
  )
  expect(sessions).toEqual([{ role: 'candor_app', certificate: '/CN=candor_app' }])
  expect(nats.clients).toEqual(['candor'])
  const passwords = `SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL AND rolname LIKE 'candor%'`
  expect(await asSuperuser(passwords)).toEqual([])
  const command = await candorIn(folder, ['reconcile', '--data', dataDir], environment())
  expect(command).toMatchObject({ code: 0 })
  const wrong = { ...environment(), DATABASE_APP_CERT: owner.certFile, DATABASE_APP_KEY: owner.keyFile }
  const refused = await candorIn(folder, ['reconcile', '--data', dataDir], wrong)
  expect(refused).toMatchObject({ code: 2, out: expect.stringContaining('does not accept candor_app') })
  expect(await asSuperuser(passwords)).toEqual([])
})

test('I12.11: a refused start leaves the application’s role as it is', async () => {
  const canLogin = `SELECT rolcanlogin AS can FROM pg_roles WHERE rolname = 'candor_app'`
  await startProcess(['--sandbox', '--data', join(folder, 'data')], environment())
  await killProcesses()
  await asSuperuser('ALTER ROLE candor_app NOLOGIN')
  const start = startProcess(['--no-sandbox', '--data', join(folder, 'data')], environment())
  await expect(start).rejects.toThrow('This installation was created as a sandbox')
  expect(await asSuperuser(canLogin)).toEqual([{ can: false }])
  await startProcess(['--data', join(folder, 'data')], environment())
  expect(await asSuperuser(canLogin)).toEqual([{ can: true }])
})

test('ASVS 13.2.1: PostgreSQL refuses an owner without a certificate, or with another role’s or another authority’s, in one sentence', async () => {
  const foreign = await (await createAuthority(folder, 'theirs')).issue('candor')
  const prefix = 'Cannot connect to the PostgreSQL in DATABASE_URL: '
  await expect(open(urlWith(null), app)).rejects.toThrow(
    `${prefix}connection requires a valid client certificate`,
  )
  await expect(open(urlWith(app), app)).rejects.toThrow(
    `${prefix}certificate authentication failed for user "candor"`,
  )
  await expect(open(urlWith(foreign), app)).rejects.toThrow(
    `${prefix}TLS was refused (tlsv1 alert unknown ca)`,
  )
})

test('ASVS 13.2.1: a PostgreSQL whose authority is unknown here is refused', async () => {
  const other = await createAuthority(folder, 'unknown')
  await expect(open(urlWith(owner, { sslrootcert: other.caFile }), app)).rejects.toThrow(/certificate/)
})

test('ASVS 13.2.1: the application’s role is refused with a certificate of another name, and gets no password instead', async () => {
  await expect(open(urlWith(owner), owner)).rejects.toThrow(
    'The PostgreSQL in DATABASE_URL does not accept candor_app with the certificate in DATABASE_APP_CERT: certificate authentication failed for user "candor_app"',
  )
  expect(
    await asSuperuser(`SELECT FROM pg_authid WHERE rolname = 'candor_app' AND rolpassword IS NOT NULL`),
  ).toEqual([])
})

test('ASVS 13.2.1: a start without a readable certificate ends with one sentence that names the file', async () => {
  const missing = join(folder, 'missing.crt')
  const start = startProcess(['--sandbox', '--data', join(folder, 'other')], {
    ...environment(),
    DATABASE_APP_CERT: missing,
  })
  await expect(start).rejects.toThrow(
    /^A file of DATABASE_APP_CERT and DATABASE_APP_KEY cannot be read: .+missing\.crt'\.$/,
  )
})
