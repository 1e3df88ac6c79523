import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAuthority, type TestAuthority } from '../../testing/servers/certificates.ts'
import { type NatsServer, natsPath, startNatsServer } from '../../testing/servers/nats-server.ts'
import { startTlsNats, type TlsNats } from '../../testing/servers/tls-nats.ts'
import type { ClientCertificate } from '../config/certificate-settings.ts'
import { openNatsWire } from './nats-wire.ts'

const log = { warn: () => undefined, error: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'candor-nats-'))
let authority: TestAuthority
let ours: ClientCertificate
/** Of an authority that the server does not know. */
let foreign: ClientCertificate
beforeAll(async () => {
  authority = await createAuthority(folder, 'ours')
  ours = await authority.issue('candor')
  foreign = await (await createAuthority(folder, 'theirs')).issue('candor')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

async function serve(options: { readonly offersTls?: boolean } = {}): Promise<TlsNats> {
  const server = await startTlsNats(authority, options)
  cleanUp.push(server.stop)
  return server
}

async function connect(port: number, certificate: ClientCertificate | null, caFile: string | null) {
  const tls = certificate === null && caFile === null ? null : { certificate, caFile }
  const wire = await openNatsWire({ url: `tls://localhost:${port}`, tls }, 'ours', log)
  cleanUp.push(() => wire.close())
  return wire
}

async function refusesOthers(port: number): Promise<void> {
  const refused = [null, foreign].map((certificate) => connect(port, certificate, authority.caFile))
  const refusal = /did not accept the client certificate in NATS_CERT or its absence$/
  await Promise.all(refused.map((one) => expect(one).rejects.toThrow(refusal)))
}

const cannotConnect = /^Cannot connect to the NATS server in NATS_URL: /

test('ASVS 13.2.1: a process is known to the NATS server by its client certificate, without a password', async () => {
  const server = await serve()
  await connect(server.port, ours, authority.caFile)
  expect(server.clients).toEqual(['candor'])
})

test('ASVS 13.2.1: without a client certificate, or with one of another authority, the NATS server is not used', async () => {
  const server = await serve()
  await refusesOthers(server.port)
  expect(server.clients).toEqual([])
})

test('ASVS 13.2.1: a NATS server whose authority is unknown here is refused', async () => {
  const server = await serve()
  await expect(connect(server.port, ours, null)).rejects.toThrow(/certificate/)
  await expect(connect(server.port, ours, join(folder, 'theirs-ca.crt'))).rejects.toThrow(cannotConnect)
  expect(server.clients).toEqual([])
})

test('ASVS 12.3.1: with a tls:// address a NATS server without TLS is refused before anything is sent', async () => {
  const server = await serve({ offersTls: false })
  for (const certificate of [null, ours])
    await expect(connect(server.port, certificate, null)).rejects.toThrow(/does not support 'tls'/)
  expect(server.clients).toEqual([])
})

test('a renewed certificate is used from the next connection on', async () => {
  const server = await serve()
  const files = { certFile: join(folder, 'renewed.crt'), keyFile: join(folder, 'renewed.key') }
  const replaceBy = ({ certFile, keyFile }: ClientCertificate) => {
    copyFileSync(certFile, files.certFile)
    copyFileSync(keyFile, files.keyFile)
  }
  replaceBy(ours)
  await connect(server.port, files, authority.caFile)
  replaceBy(await authority.issue('renewed'))
  server.disconnect()
  await expect.poll(() => server.clients).toEqual(['candor', 'renewed'])
})

if (natsPath === null) {
  process.stdout.write(
    'Optional part missing: nats-server on the PATH. Client certificates are tested with a server of the tests, not with a real NATS server.\n',
  )
} else {
  describe('over a real NATS server', () => {
    let server: NatsServer
    beforeAll(async () => {
      const { certFile, keyFile } = await authority.issue('localhost', ['localhost'])
      const files = ['--tlscert', certFile, '--tlskey', keyFile, '--tlscacert', authority.caFile]
      server = await startNatsServer(natsPath ?? '', ['--tlsverify', ...files])
    })
    afterAll(() => server.stop())

    test('ASVS 13.2.1: messages pass between processes with certificates; without one there is no connection', async () => {
      const [one, two] = [
        await connect(server.port, ours, authority.caFile),
        await connect(server.port, ours, authority.caFile),
      ]
      const heard: string[] = []
      await two.listen('x', (json) => heard.push(json))
      one.send('x', '1')
      await expect.poll(() => heard).toEqual(['1'])
      await refusesOthers(server.port)
    })
  })
}
