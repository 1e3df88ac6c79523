import type { FundingNetwork } from '@candor/rules'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { keccak_256 } from '@noble/hashes/sha3'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'

const base58check = createBase58check(sha256)
const tronVersion = 0x41
/** Pay to a key's hash, and to a script's. */
const bitcoinVersions = { main: [0x00, 0x05], test: [0x6f, 0xc4] } as const

/**
 * `main`: chains whose coins have value; `test`: chains whose coins are worthless. Ethereum and Tron write addresses of both in
 * the same way.
 */
export type ChainWorld = 'main' | 'test' | 'either'

/** Returns the canonical form of an address and its world; null: not an address of this network. */
export function readAddress(
  network: FundingNetwork,
  text: string,
): { address: string; world: ChainWorld } | null {
  const given = text.trim()
  if (network === 'BTC') return readBitcoin(given)
  if (network === 'TRC20') return readTron(given)
  return readEthereum(given)
}

/** Returns the canonical form of a payout address; null: none of this network, or a test net's outside a sandbox. */
export function readPayoutAddress(sandbox: boolean, network: FundingNetwork, text: string): string | null {
  const read = readAddress(network, text)
  return read === null || (read.world === 'test' && !sandbox) ? null : read.address
}

function readEthereum(text: string) {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const address = checksummed(text.slice(2).toLowerCase())
  // Capitals are a checksum where there are any: a typing mistake shows.
  const plain = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text)
  return plain || address === text ? { address, world: 'either' as const } : null
}

function readTron(text: string) {
  const bytes = decodeBase58(text)
  return bytes?.length === 21 && bytes[0] === tronVersion ? { address: text, world: 'either' as const } : null
}

function readBitcoin(text: string): { address: string; world: ChainWorld } | null {
  if (/^(bc|tb)1/i.test(text)) return readSegwit(text)
  const bytes = decodeBase58(text)
  if (bytes?.length !== 21) return null
  for (const world of ['main', 'test'] as const)
    if (bitcoinVersions[world].some((version) => version === bytes[0])) return { address: text, world }
  return null
}

function readSegwit(text: string): { address: string; world: ChainWorld } | null {
  const read = (bech32.decodeUnsafe(text, 90) ?? bech32m.decodeUnsafe(text, 90)) || null
  if (read === null) return null
  const [version = 99, ...words] = read.words
  const program = bech32.fromWordsUnsafe(words)
  // Version 0 is written with bech32, later ones with bech32m.
  const rightly = (version === 0 ? bech32 : bech32m).decodeUnsafe(text, 90) !== undefined
  const length = program instanceof Uint8Array ? program.length : 0
  if (!rightly || version > 16 || !(version === 0 ? [20, 32] : [32]).includes(length)) return null
  return { address: text.toLowerCase(), world: read.prefix === 'bc' ? 'main' : 'test' }
}

function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58check.decode(text)
  } catch {
    // Not base58, or a wrong checksum: no address.
    return null
  }
}

function checksummed(lower: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)))
  const digits = [...lower].map((digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join('')}`
}

/** Returns the last 20 bytes of the key's hash: the recipient on Ethereum and Tron. */
function accountOf(publicKey: Uint8Array): Uint8Array {
  const whole = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false)
  return keccak_256(whole.subarray(1)).subarray(-20)
}

export interface PayableKey {
  readonly publicKey: Uint8Array
  /** RIPEMD-160 of SHA-256 of the key. */
  readonly pubKeyHash: Uint8Array
  readonly world: 'main' | 'test'
}

/** The address of a compressed public key: native SegWit (BIP 84) on Bitcoin, the account on Ethereum and Tron. */
export function addressOfKey(network: FundingNetwork, key: PayableKey): string {
  if (network === 'BTC')
    return bech32.encode(key.world === 'main' ? 'bc' : 'tb', [0, ...bech32.toWords(key.pubKeyHash)])
  const account = accountOf(key.publicKey)
  if (network === 'TRC20') return base58check.encode(Uint8Array.from([tronVersion, ...account]))
  return checksummed(hex.encode(account))
}
