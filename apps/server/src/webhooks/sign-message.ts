import { createHmac, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import type { WebhookSignature } from '@candor/contract'

/** A message to sign: its id, the second of the attempt and the body. */
export interface UnsignedMessage {
  readonly id: string
  readonly timestamp: number
  readonly body: string
}

/** A new secret as Standard Webhooks writes it, and for v1a the public key. */
export interface NewSecret {
  readonly secret: string
  readonly publicKey: string | null
}

const secretBytes = 32
const prefixes = { v1: 'whsec_', v1a: 'whsk_' } as const
/** Begins an Ed25519 private key of 32 bytes in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Begins an Ed25519 public key in SPKI. */
const spkiHeadBytes = 12

/** Makes a secret of 256 bits. */
export function newSecret(signature: WebhookSignature): NewSecret {
  const bytes = randomBytes(secretBytes)
  const secret = `${prefixes[signature]}${bytes.toString('base64')}`
  return { secret, publicKey: signature === 'v1' ? null : publicKeyOf(bytes) }
}

/** Writes the header `webhook-signature`: one signature by each secret, with a space between them. */
export const signaturesOf = (
  signature: WebhookSignature,
  secrets: readonly string[],
  message: UnsignedMessage,
): string => secrets.map((secret) => `${signature},${signedWith(signature, secret, message)}`).join(' ')

function signedWith(
  signature: WebhookSignature,
  secret: string,
  { id, timestamp, body }: UnsignedMessage,
): string {
  const key = Buffer.from(secret.slice(prefixes[signature].length), 'base64')
  const content = `${id}.${timestamp}.${body}`
  return signature === 'v1'
    ? createHmac('sha256', key).update(content).digest('base64')
    : sign(null, Buffer.from(content), privateKeyOf(key)).toString('base64')
}

const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })

const publicKeyOf = (seed: Buffer): string =>
  `whpk_${createPublicKey(privateKeyOf(seed))
    .export({ format: 'der', type: 'spki' })
    .subarray(spkiHeadBytes)
    .toString('base64')}`
