import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type KeySet, openReceiptSigner, type Receipt } from '../trust/receipt-keys.ts'
import { verifyReceipt } from '../trust/verify-receipt.ts'
import { CommandError, say, sayFound } from './say.ts'

export interface VerifyOptions {
  readonly data: string
  /** Public keys kept from `/.well-known/candor-keys.json`; without it the installation's own in the data folder. */
  readonly keys?: string
}

/** Checks a receipt offline: its signature, and every number in it again from the quotes and terms it names. */
export async function verifyCommand(file: string, options: VerifyOptions): Promise<void> {
  const receipt = receiptIn(await readJson(file), file)
  const keys =
    options.keys === undefined ? ownKeys(options.data) : keysIn(await readJson(options.keys), options.keys)
  const { findings } = verifyReceipt(receipt, keys)
  if (findings.length > 0) {
    sayFound(['not valid', ...findings].join('\n'))
    return
  }
  say(`valid: signed by ${receipt.keyId}, every number follows from its inputs`)
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(resolve(file), 'utf8'))
  } catch {
    throw new CommandError(`${file} cannot be read as JSON.`)
  }
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

function keysIn(json: unknown, file: string): KeySet {
  const { keys } = (json ?? {}) as Partial<KeySet>
  if (Array.isArray(keys)) return { keys }
  throw new CommandError(`${file} holds no keys.`)
}

function ownKeys(dataDir: string): KeySet {
  const folder = resolve(dataDir)
  if (existsSync(join(folder, 'keys', 'receipts.pem'))) return openReceiptSigner(folder).keySet
  throw new CommandError(
    `There is no key in ${join(folder, 'keys')}: name the keys to check with, --keys keys.json.`,
  )
}
