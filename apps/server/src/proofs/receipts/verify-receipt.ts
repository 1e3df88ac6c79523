import { checkEra, showsSumsOnly } from './checks/check-era.ts'
import { checkFreshFills } from './checks/check-fresh-fills.ts'
import { checkQuoteAges } from './checks/check-market-fills.ts'
import { checkUsedQuotes } from './checks/check-used-quotes.ts'
import { isSigned } from './is-signed.ts'
import type { KeySet, Receipt } from './receipt-keys.ts'
import { readProves } from './receipts-since.ts'
import { recomputeArtwork } from './recomputation/recompute-artwork.ts'
import { proveContract } from './recomputation/recompute-contract.ts'
import { recomputeLoan } from './recomputation/recompute-loan.ts'
import { recomputeOption } from './recomputation/recompute-option.ts'
import { recomputePlan } from './recomputation/recompute-plan.ts'
import type { Recomputed } from './recomputation/recomputed.ts'

export interface Verdict {
  readonly signed: boolean
  /** Disagreements, in words; empty when every number follows from its inputs. */
  readonly findings: readonly string[]
  /** Proven reasons, in words. */
  readonly proven: readonly string[]
  /** An older receipt, which shows what followed from its quotes and not why. */
  readonly sumsOnly: boolean
}

/**
 * Checks a receipt with nothing but the receipt and a stored copy of the keys: its signature, that not a byte was changed, and that every
 * number in it follows from the quotes and terms it names (trust T6).
 */
export function verifyReceipt(receipt: Receipt, keys: KeySet): Verdict {
  const signed = isSigned(receipt, keys)
  const findings = signed ? [] : ['the signature is not of this document by a known key']
  const proves = readProves(keys)
  const era = proves === null ? [] : checkEra(receipt.document, proves)
  const again = recomputed(receipt.document)
  return {
    signed,
    findings: [...findings, ...era, ...again.findings],
    proven: again.proven,
    sumsOnly: showsSumsOnly(receipt.document),
  }
}

const numbersAlone =
  (recompute: (document: unknown) => readonly string[]) =>
  (document: unknown): Recomputed => ({ findings: recompute(document), proven: [] })

/** A product whose numbers follow from quotes. */
const byQuotes =
  (recompute: (document: unknown) => Recomputed) =>
  (document: unknown): Recomputed => {
    const parts = [
      recompute(document),
      checkUsedQuotes(document),
      checkQuoteAges(document),
      checkFreshFills(document),
    ]
    return {
      findings: parts.flatMap(({ findings }) => findings),
      proven: parts.flatMap(({ proven }) => proven),
    }
  }

const recomputations: Readonly<Record<string, (document: unknown) => Recomputed>> = {
  artwork: numbersAlone(recomputeArtwork),
  contract: byQuotes(proveContract),
  loan: numbersAlone(recomputeLoan),
  option: byQuotes(recomputeOption),
  plan: numbersAlone(recomputePlan),
}

function recomputed(document: Receipt['document']): Recomputed {
  const kind = String(document.kind)
  const recompute = Object.hasOwn(recomputations, kind) ? recomputations[kind] : undefined
  if (recompute === undefined) return failed(`a document of an unknown kind: ${kind}`)
  try {
    return recompute(document)
  } catch (error) {
    return failed(`the document cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const failed = (finding: string): Recomputed => ({ findings: [finding], proven: [] })
