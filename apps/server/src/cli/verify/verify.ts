import {
  checkAccountLines,
  type ReceiptAccountFile,
  receiptAccountFile,
} from '../../proofs/receipts/checks/check-account-lines.ts'
import { checkAccountQuotes } from '../../proofs/receipts/checks/check-account-quotes.ts'
import { checkPublished } from '../../proofs/receipts/checks/check-published.ts'
import { checkStatedMarkets, uncheckedMarkets } from '../../proofs/receipts/checks/check-stated-markets.ts'
import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'
import type { Recomputed } from '../../proofs/receipts/recomputation/recomputed.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import { CommandError, say, sayFound } from '../say.ts'
import { ServerQuotes } from './published-quotes.ts'
import { keysFor, readJson, type VerifyOptions } from './saved-keys.ts'

export interface VerifyReceiptOptions extends VerifyOptions {
  /** Address of the installation whose published quotes check the receipt's; absent: no request to any server. */
  readonly server?: string
  /** The account's positions at a stop-out, as its customer downloads them (`receiptAccount`). */
  readonly account?: string
}

/**
 * Checks a receipt: its signature, every number in it again from the quotes and terms it names, and its reasons. Offline, unless a server is named:
 * then its quotes are held against those the server publishes as well.
 */
export async function verifyCommand(file: string, options: VerifyReceiptOptions): Promise<void> {
  const receipt = receiptIn(await readJson(file), file)
  const keys = await keysFor(options)
  const verdict = verifyReceipt(receipt, keys)
  const server = options.server === undefined ? null : new ServerQuotes(options.server, keys)
  // An unsigned receipt shows nothing about the server.
  const published =
    server === null || !verdict.signed ? nothingChecked : await checkPublished(receipt.document, server)
  const positions =
    options.account === undefined ? null : accountIn(await readJson(options.account), options.account)
  const signedServer = verdict.signed ? server : null
  const account = await accountVerdict(receipt, positions, signedServer)
  const documents = [receipt.document, positions]
  const markets =
    signedServer === null
      ? { findings: [], proven: uncheckedMarkets(documents) }
      : await checkStatedMarkets(documents, signedServer)
  const verdicts = [verdict, published, account, markets]
  const findings = verdicts.flatMap((one) => one.findings)
  const proven = verdicts.flatMap((one) => one.proven)
  if (findings.length > 0) {
    sayFound(['not valid', ...findings].join('\n'))
    return
  }
  const says = verdict.sumsOnly ? 'only sums checked' : 'valid'
  // Keys from before the statement cannot distinguish an older receipt from one with a false date.
  const undated =
    verdict.sumsOnly && keys.proves === undefined
      ? ['these keys do not state from which day receipts contain full proofs']
      : []
  const headline = `${says}: signed by ${receipt.keyId}, every number follows from its inputs`
  say([headline, ...proven, ...undated].join('\n'))
}

/** Adds a stop-out's figures up again from the account's positions, and holds their prices against a server's once the sums agree. */
async function accountVerdict(
  { document }: Receipt,
  positions: ReceiptAccountFile | null,
  server: ServerQuotes | null,
): Promise<Recomputed> {
  if (positions === null) return nothingChecked
  const sums = checkAccountLines(document, positions)
  if (server === null || sums.findings.length > 0) return sums
  const prices = await checkAccountQuotes(document, positions, server)
  return { findings: prices.findings, proven: [...sums.proven, ...prices.proven] }
}

const nothingChecked: Recomputed = { findings: [], proven: [] }

/** Reads the downloaded positions, or the whole response of receiptAccount that contains them. */
function accountIn(json: unknown, file: string): ReceiptAccountFile {
  const { result } = (json ?? {}) as { result?: unknown }
  const read = receiptAccountFile.safeParse(result ?? json)
  if (read.success) return read.data
  throw new CommandError(`${file} contains no positions.`)
}

/** Reads the receipt itself, or the whole response of getReceipt that contains it. */
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
  throw new CommandError(`${file} contains no receipt.`)
}
