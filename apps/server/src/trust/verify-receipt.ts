import { createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { KeySet, Receipt } from './receipt-keys.ts'
import { recomputeArtwork } from './recompute-artwork.ts'
import { recomputeContract } from './recompute-contract.ts'
import { recomputeLoan } from './recompute-loan.ts'
import { recomputeOption } from './recompute-option.ts'
import { recomputePlan } from './recompute-plan.ts'

export interface Verdict {
  readonly signed: boolean
  /** What does not agree, in words; empty when every number follows from its inputs. */
  readonly findings: readonly string[]
}

/**
 * Checks a receipt with nothing but the receipt and the keys one has kept: whose it is, that not a byte was changed, and
 * that every number in it follows from the quotes and terms it names (trust T6).
 */
export function verifyReceipt(receipt: Receipt, keys: KeySet): Verdict {
  const signed = isSigned(receipt, keys)
  const findings = signed ? [] : ['the signature is not of this document by a known key']
  return { signed, findings: [...findings, ...recomputed(receipt.document)] }
}

export function isSigned(receipt: Receipt, keys: KeySet): boolean {
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
    // A malformed key, signature or document is no signature; there is nothing else to say about it.
    return false
  }
}

const recomputations: Readonly<Record<string, (document: unknown) => string[]>> = {
  artwork: recomputeArtwork,
  contract: recomputeContract,
  loan: recomputeLoan,
  option: recomputeOption,
  plan: recomputePlan,
}

function recomputed(document: Receipt['document']): readonly string[] {
  const kind = String(document.kind)
  const recompute = Object.hasOwn(recomputations, kind) ? recomputations[kind] : undefined
  if (recompute === undefined) return [`a document of an unknown kind: ${kind}`]
  try {
    return recompute(document)
  } catch (error) {
    return [`the document cannot be read: ${error instanceof Error ? error.message : String(error)}`]
  }
}
