import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../canonical-json.ts'

export interface PublicKey {
  readonly keyId: string
  readonly algorithm: 'Ed25519'
  /** SubjectPublicKeyInfo, DER, base64. */
  readonly publicKey: string
}

/** Content of `/.well-known/candor-keys.json`; keep a copy to check this installation later. */
export interface KeySet {
  readonly keys: readonly PublicKey[]
  /** Signed statement since when the receipts prove reasons; absent in copies saved before it was published. */
  readonly proves?: Receipt
}

export interface Receipt<Document extends object = Readonly<Record<string, unknown>>> {
  readonly keyId: string
  /** Ed25519 over the canonical document, base64. */
  readonly signature: string
  readonly document: Document
}

/** Signs receipts with the installation's own key. */
export interface ReceiptSigner {
  sign<Document extends object>(document: Document): Receipt<Document>
  readonly keySet: KeySet
}

/** The key of this installation, made at its first start and readable by its owner alone. */
export function openReceiptSigner(dataDir: string): ReceiptSigner {
  const privateKey = createPrivateKey(readOrMake(join(dataDir, 'keys'), 'receipts.pem'))
  const publicKey = describeKey(createPublicKey(privateKey))
  return {
    keySet: { keys: [publicKey] },
    sign: (document) => ({
      keyId: publicKey.keyId,
      signature: sign(null, Buffer.from(canonicalJson(document)), privateKey).toString('base64'),
      document,
    }),
  }
}

function describeKey(key: KeyObject): PublicKey {
  const der = key.export({ type: 'spki', format: 'der' })
  return {
    keyId: createHash('sha256').update(der).digest('base64url').slice(0, 22),
    algorithm: 'Ed25519',
    publicKey: der.toString('base64'),
  }
}

/** Complete before it has its name: of several starters exactly one makes the key, and the others read all of it. */
function readOrMake(folder: string, name: string): string {
  const file = join(folder, name)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('ed25519')
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8')
}
