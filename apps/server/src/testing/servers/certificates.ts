import { chmodSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
// Needed by the certificate library before it is loaded.
import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  type JsonGeneralNames,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { ClientCertificate } from '../../platform/config/certificate-settings.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const lifetimeMs = 86_400_000

/** A certificate authority of a test; its certificates and keys are PEM files in its folder. */
export interface TestAuthority {
  readonly caFile: string
  /** Issues a certificate to a client or a server; a server is known by its hosts. */
  issue(commonName: string, hosts?: readonly string[]): Promise<ClientCertificate>
}

/** Creates an authority in `folder`. Authorities of one folder differ in name. */
export async function createAuthority(folder: string, name: string): Promise<TestAuthority> {
  const keys = await newKeys()
  const issuer = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    ...validNow(),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  let issued = 0
  const write = (file: string, pem: string) => {
    const path = join(folder, `${name}-${file}`)
    writeFileSync(path, pem, { mode: 0o600 })
    return path
  }
  const caFile = write('ca.crt', issuer.toString('pem'))
  chmodSync(caFile, 0o644)
  return {
    caFile,
    issue: async (commonName, hosts = []) => {
      issued += 1
      const own = await newKeys()
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${commonName}`,
        issuer: issuer.subject,
        signingKey: keys.privateKey,
        publicKey: own.publicKey,
        signingAlgorithm: algorithm,
        ...validNow(),
        extensions: hosts.length === 0 ? [] : [new SubjectAlternativeNameExtension(hosts.map(nameOfHost))],
      })
      const key = await crypto.subtle.exportKey('pkcs8', own.privateKey)
      return {
        certFile: write(`${commonName}-${issued}.crt`, certificate.toString('pem')),
        keyFile: write(`${commonName}-${issued}.key`, PemConverter.encode(key, 'PRIVATE KEY')),
      }
    },
  }
}

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const nameOfHost = (host: string): JsonGeneralNames[number] => ({
  type: isIP(host) === 0 ? 'dns' : 'ip',
  value: host,
})

/** From an hour ago, for machines whose clocks differ. */
const validNow = () => ({
  notBefore: new Date(Date.now() - 3_600_000),
  notAfter: new Date(Date.now() + lifetimeMs),
})
