import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthority } from '../../testing/servers/certificates.ts'
import { readConfig } from '../config.ts'
import type { ClientCertificate } from './certificate-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-settings-'))
const missing = join(folder, 'missing.pem')
const text = join(folder, 'text.pem')
let caFile = ''
let one: ClientCertificate
let other: ClientCertificate
beforeAll(async () => {
  const authority = await createAuthority(folder, 'ours')
  caFile = authority.caFile
  one = await authority.issue('one')
  other = await authority.issue('other')
  writeFileSync(text, 'not a certificate')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const databaseUrl = 'postgres://candor@db.example/candor?sslmode=verify-full'
const read = (env: NodeJS.ProcessEnv) => readConfig([], { DATABASE_URL: databaseUrl, ...env }, '/')
const natsOf = (env: NodeJS.ProcessEnv) => read({ NATS_URL: 'tls://bus.example', ...env })

test('ASVS 13.2.1: certificates for database and NATS are read; without any there are none', () => {
  expect(read({})).toMatchObject({ databaseAppCertificate: null, natsTls: null })
  const app = { DATABASE_APP_CERT: one.certFile, DATABASE_APP_KEY: one.keyFile }
  expect(read(app).databaseAppCertificate).toEqual(one)
  const nats = { NATS_CERT: one.certFile, NATS_KEY: one.keyFile }
  expect(natsOf({ ...nats, NATS_CA: caFile }).natsTls).toEqual({ certificate: one, caFile })
  expect(natsOf(nats).natsTls).toEqual({ certificate: one, caFile: null })
  expect(natsOf({ NATS_CA: caFile }).natsTls).toEqual({ certificate: null, caFile })
})

test('ASVS 13.2.1: the application’s certificate is refused when incomplete, unreadable, not a pair, or without a verified server', () => {
  const cert = (certFile: string, keyFile: string) => ({
    DATABASE_APP_CERT: certFile,
    DATABASE_APP_KEY: keyFile,
  })
  expect(() => read(cert(one.certFile, ''))).toThrow(/^DATABASE_APP_CERT and .+ set both, or neither\.$/)
  expect(() => read(cert('', one.keyFile))).toThrow(/set both, or neither/)
  expect(() => read(cert(missing, one.keyFile))).toThrow(/cannot be read: .+missing\.pem/)
  expect(() => read(cert(text, one.keyFile))).toThrow(/not a certificate and its unencrypted private key/)
  expect(() => read(cert(one.certFile, other.keyFile))).toThrow(/not a certificate and its unencrypted/)
  for (const url of ['postgres://candor@db/candor', 'postgres://candor@db/candor?sslmode=no-verify', ''])
    expect(() => read({ ...cert(one.certFile, one.keyFile), DATABASE_URL: url })).toThrow(
      /need a DATABASE_URL with sslmode=verify-full\.$/,
    )
})

test('ASVS 13.2.1: files named in DATABASE_URL are refused when incomplete or unreadable, without repeating the address', () => {
  const url = (query: Record<string, string>) => ({
    DATABASE_URL: `postgres://candor:secret@db/candor?${new URLSearchParams(query)}`,
  })
  expect(() => read(url({ sslcert: one.certFile }))).toThrow(
    'sslcert and sslkey in DATABASE_URL belong together: set both, or neither.',
  )
  expect(() => read(url({ sslrootcert: missing }))).toThrow(/^A file of sslrootcert in DATABASE_URL cannot/)
  expect(() => read(url({ sslrootcert: text }))).toThrow(/is not a certificate in PEM form: .+text\.pem\.$/)
  expect(() => read(url({ sslrootcert: text }))).not.toThrow(/secret/)
  expect(() => read(url({ sslcert: one.certFile, sslkey: one.keyFile, sslrootcert: caFile }))).not.toThrow()
})

test('ASVS 13.2.1: certificates for NATS are refused when incomplete or unreadable, or without a tls:// address', () => {
  const pair = { NATS_CERT: one.certFile, NATS_KEY: one.keyFile }
  expect(() => natsOf({ NATS_CERT: one.certFile })).toThrow(/^NATS_CERT and NATS_KEY belong together/)
  expect(() => natsOf({ ...pair, NATS_KEY: missing })).toThrow(/^A file of NATS_CERT and NATS_KEY cannot/)
  expect(() => natsOf({ ...pair, NATS_CA: missing })).toThrow(/^A file of NATS_CA cannot be read/)
  expect(() => natsOf({ ...pair, NATS_CA: text })).toThrow(/^NATS_CA is not a certificate in PEM form/)
  for (const settings of [pair, { NATS_CA: caFile }])
    for (const NATS_URL of ['nats://bus.example', ''])
      expect(() => read({ ...settings, NATS_URL })).toThrow(/begins with tls:\/\/\.$/)
})
