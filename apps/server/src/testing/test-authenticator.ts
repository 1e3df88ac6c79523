import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyRequest, PasskeyWanted, ShownPasskey } from '@candor/contract'

/** A device with one passkey, according to the standard (WebAuthn level 2), with everything that a thief might change. */
export class TestAuthenticator {
  readonly credentialId = randomBytes(16)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** The origin of the pages it believes to be at. */
  origin: string
  counter = 0
  /** True if it verifies its owner before it signs. */
  verifiesUser = true

  constructor(origin: string) {
    this.origin = origin
  }

  make(wanted: PasskeyWanted): NewPasskey {
    const data = Buffer.concat([
      this.head(wanted.rp.id, 0x40),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      this.coseKey(),
    ])
    const attestation = Buffer.concat([
      map(3),
      text('fmt'),
      text('none'),
      text('attStmt'),
      map(0),
      text('authData'),
      bytes(data),
    ])
    return {
      ...this.named(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', wanted.challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      },
    }
  }

  show(options: PasskeyRequest): ShownPasskey {
    const clientData = this.clientData('webauthn.get', options.challenge)
    const data = this.head(options.rpId, 0)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return {
      ...this.named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      },
    }
  }

  private named() {
    const id = this.credentialId.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  private head(rpId: string, flags: number): Buffer {
    this.counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = flags | 0x01 | (this.verifiesUser ? 0x04 : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter])
  }

  /** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`: an ES256 key. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const point = (at: string) => bytes(Buffer.from(at, 'base64url'))
    return Buffer.concat([
      map(5),
      Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ])
  }
}

const map = (size: number) => Buffer.from([0xa0 + size])
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const bytes = (of: Buffer) =>
  Buffer.concat([
    of.length < 256 ? Buffer.from([0x58, of.length]) : Buffer.from([0x59, of.length >> 8, of.length & 255]),
    of,
  ])
