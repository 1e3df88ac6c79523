import type { Receipt } from '../trust/receipt-keys.ts'
import { verifyReceipt } from '../trust/verify-receipt.ts'
import { keysFor, readJson, type VerifyOptions } from './kept-keys.ts'
import { CommandError, say, sayFound } from './say.ts'

/** Checks a receipt offline: its signature, and every number in it again from the quotes and terms it names. */
export async function verifyCommand(file: string, options: VerifyOptions): Promise<void> {
  const receipt = receiptIn(await readJson(file), file)
  const keys = await keysFor(options)
  const { findings, proven } = verifyReceipt(receipt, keys)
  if (findings.length > 0) {
    sayFound(['not valid', ...findings].join('\n'))
    return
  }
  say([`valid: signed by ${receipt.keyId}, every number follows from its inputs`, ...proven].join('\n'))
}

/** The receipt itself, or the whole answer of getReceipt that holds it. */
function receiptIn(json: unknown, file: string): Receipt {
  const { result } = (json ?? {}) as { result?: unknown }
  const candidate = (result ?? json ?? {}) as Partial<Receipt>
  const { keyId, signature, document } = candidate
  if (
    typeof keyId === 'string' &&
    typeof signature === 'string' &&
    typeof document === 'object' &&
    document
  ) {
    return { keyId, signature, document }
  }
  throw new CommandError(`${file} holds no receipt.`)
}
