import { createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { KeySet, Receipt } from './receipt-keys.ts'

/** Checks that a document is signed, unchanged, by a key of the set. */
export function isSigned(receipt: Receipt<object>, keys: KeySet): boolean {
  const key = keys.keys.find(({ keyId }) => keyId === receipt.keyId)
  if (key === undefined) return false
  try {
    const publicKey = createPublicKey({
      key: Buffer.from(key.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    const signature = Buffer.from(receipt.signature, 'base64')
    return verify(null, Buffer.from(canonicalJson(receipt.document)), publicKey, signature)
  } catch {
    // A malformed key, signature or document counts as unsigned, without further reasons.
    return false
  }
}
