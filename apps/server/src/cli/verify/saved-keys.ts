import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type KeySet, openReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { readProves } from '../../proofs/receipts/receipts-since.ts'
import { CommandError } from '../say.ts'

export interface VerifyOptions {
  readonly data: string
  /** Public keys saved from `/.well-known/candor-keys.json`; without it the installation's own in the data folder. */
  readonly keys?: string
}

/** Returns the keys to check with: the given file's, else the installation's own. */
export async function keysFor({ data, keys }: VerifyOptions): Promise<KeySet> {
  return keys === undefined ? ownKeys(data) : keysIn(await readJson(keys), keys)
}

export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(resolve(file), 'utf8'))
  } catch {
    throw new CommandError(`${file} cannot be read as JSON.`)
  }
}

function keysIn(json: unknown, file: string): KeySet {
  const { keys, proves } = (json ?? {}) as Partial<KeySet>
  if (!Array.isArray(keys)) throw new CommandError(`${file} contains no keys.`)
  const set = { keys, ...(proves !== undefined && { proves }) }
  try {
    readProves(set)
  } catch (cause) {
    throw new CommandError(
      `${file} states from which day receipts contain full proofs, but none of its keys signed that statement.`,
      { cause },
    )
  }
  return set
}

function ownKeys(dataDir: string): KeySet {
  const folder = resolve(dataDir)
  if (existsSync(join(folder, 'keys', 'receipts.pem'))) return openReceiptSigner(folder).keySet
  throw new CommandError(`There is no key in ${join(folder, 'keys')}: pass the keys with --keys keys.json.`)
}
