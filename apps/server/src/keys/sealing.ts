import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
export const keyBytes = 32

/** AES-256-GCM: nonce, ciphertext, tag. `about` is bound in: what was sealed for one thing does not open as another. */
export function seal(key: Buffer, about: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key is another, a byte was changed, or it was sealed about something else. */
export function unseal(key: Buffer, about: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(sealed.length - tagBytes))
  return Buffer.concat([
    decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)),
    decipher.final(),
  ])
}

/** Names the person that a key is bound to. */
export const aboutPersonKey = (userId: string): string => `key of ${userId}`
