import { canonicalJson } from './canonical-json.ts'

/** Content of `/.well-known/candor-keys.json`. */
export interface KeySet {
  readonly keys: readonly { readonly keyId: string; readonly algorithm: string; readonly publicKey: string }[]
}

export type SignatureState = 'valid' | 'invalid' | 'unknownKey' | 'unsupported' | 'noKeys'

export interface SignedDocument {
  readonly keyId: string
  /** Ed25519 over the canonical document, base64. */
  readonly signature: string
  readonly document: Readonly<Record<string, unknown>>
}

export const keysAddress = '/.well-known/candor-keys.json'

/** Loads the keys that this installation publishes; null when they are not available. */
export async function loadKeys(fetchKeys: typeof fetch = fetch): Promise<KeySet | null> {
  try {
    const response = await fetchKeys(keysAddress)
    const body = (await response.json()) as Partial<KeySet> | null
    return response.ok && Array.isArray(body?.keys) ? (body as KeySet) : null
  } catch {
    return null
  }
}

/**
 * Checks that a document is signed, unchanged, by a key of the set. Without WebCrypto (pages without TLS) or its Ed25519 (older
 * browsers) the result is `unsupported`, never a guess.
 */
export async function checkSignature(
  receipt: SignedDocument,
  keys: KeySet | null,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<SignatureState> {
  if (keys === null) return 'noKeys'
  const key = keys.keys.find((one) => one.keyId === receipt.keyId)
  if (key === undefined) return 'unknownKey'
  if (subtle === undefined) return 'unsupported'
  const publicKey = await importKey(subtle, key.publicKey)
  if (publicKey === null) return 'unsupported'
  try {
    const text = new TextEncoder().encode(canonicalJson(receipt.document))
    const genuine = await subtle.verify('Ed25519', publicKey, bytesOf(receipt.signature), text)
    return genuine ? 'valid' : 'invalid'
  } catch {
    // An unreadable signature or document is not genuine.
    return 'invalid'
  }
}

const importKey = (subtle: SubtleCrypto, publicKey: string): Promise<CryptoKey | null> =>
  subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']).catch(() => null)

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
