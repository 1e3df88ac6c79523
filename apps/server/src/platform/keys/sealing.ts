import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
export const keyBytes = 32

declare const sealedBytesBrand: unique symbol
/** Bytes that are sealed. Opaque: `seal` alone makes them, only `unseal` reads them, and neither plain bytes nor these pass for the other. */
export interface SealedBytes {
  readonly [sealedBytesBrand]: true
}

/** Bytes to write to a store that types nothing: a file, a bucket, a text. */
export const toStoredBytes = (sealed: SealedBytes): Buffer => sealed as unknown as Buffer

/** Bytes that were read from such a store; only `unseal` finds out that they were not sealed. */
export const fromStoredBytes = (stored: Buffer): SealedBytes => stored as unknown as SealedBytes

/** AES-256-GCM: nonce, ciphertext, tag. `about` is authenticated: data sealed for one purpose does not open for another. */
export function seal(key: Buffer, about: string, plain: Uint8Array): SealedBytes {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  return fromStoredBytes(Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
}

/** Throws when the key is another, a byte was changed, or it was sealed about something else. */
export function unseal(key: Buffer, about: string, sealed: SealedBytes): Buffer {
  const bytes = toStoredBytes(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(bytes.length - tagBytes))
  return Buffer.concat([
    decipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes)),
    decipher.final(),
  ])
}

/** Names the person that a key is bound to. */
export const aboutPersonKey = (userId: string): string => `key of ${userId}`
