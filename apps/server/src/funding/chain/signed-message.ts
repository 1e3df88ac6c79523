import type { FundingNetwork } from '@candor/rules'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { keccak_256 } from '@noble/hashes/sha3'
import { concatBytes } from '@noble/hashes/utils'
import { base64, bech32, bech32m, createBase58check, hex } from '@scure/base'
import { addressOfKey, readAddress } from './address.ts'

/** Result of checking a signed text against an address's key. `unreadable`: not a signature in the format of the network's wallets. */
export type MessageVerdict = 'signed' | 'other' | 'unreadable'

/**
 * Checks what a wallet's “sign message” gives: EIP-191 on Ethereum (an account's key; a contract has none), TIP-191 on Tron, and on Bitcoin
 * BIP-322 (simple, pay to one key: bc1q and bc1p) or the older form of Bitcoin Core and Electrum (BIP-137). Addresses of several keys are `other`.
 */
export function checkSignedMessage(
  network: FundingNetwork,
  { address, message, signature }: SignedMessage,
): MessageVerdict {
  const given = signature.trim()
  if (network === 'BTC') return checkBitcoin(address, message, given)
  const signer = accountThatSigned(network, message, given)
  if (signer === null) return 'unreadable'
  return signer === readAddress(network, address)?.address ? 'signed' : 'other'
}

export interface SignedMessage {
  readonly address: string
  readonly message: string
  /** As the wallet writes it: hexadecimal on Ethereum and Tron, base64 on Bitcoin. */
  readonly signature: string
}

const utf8 = new TextEncoder()

/** EIP-191 and TIP-191 differ in the name of the chain alone. */
function accountThatSigned(
  network: Exclude<FundingNetwork, 'BTC'>,
  message: string,
  signature: string,
): string | null {
  const bytes = bytesOfHex(signature)
  if (bytes?.length !== 65) return null
  const text = utf8.encode(message)
  const chain = network === 'TRC20' ? 'TRON' : 'Ethereum'
  const digest = keccak_256(concatBytes(utf8.encode(`\x19${chain} Signed Message:\n${text.length}`), text))
  const v = bytes[64] ?? 0
  const publicKey = keyThatSigned(digest, bytes.subarray(0, 64), v >= 27 ? v - 27 : v)
  return publicKey === null
    ? null
    : addressOfKey(network, { publicKey, pubKeyHash: hash160(publicKey), world: 'main' })
}

function checkBitcoin(address: string, message: string, signature: string): MessageVerdict {
  const bytes = bytesOfBase64(signature)
  if (bytes === null) return 'unreadable'
  const first = bytes[0] ?? 0
  if (bytes.length === 65 && first >= 27 && first <= 42) return checkLegacy(address, message, bytes)
  const script = scriptOfOneKey(address)
  const witness = witnessOf(bytes)
  if (witness === null) return 'unreadable'
  return script !== null && isWitnessed(script, witness, message) ? 'signed' : 'other'
}

/** BIP-137. Wallets disagree on the first byte for SegWit, so every address that the key alone opens counts. */
function checkLegacy(address: string, message: string, bytes: Uint8Array): MessageVerdict {
  const text = utf8.encode(message)
  const digest = doubleSha(
    concatBytes(utf8.encode('\x18Bitcoin Signed Message:\n'), compactSize(text.length), text),
  )
  const publicKey = keyThatSigned(digest, bytes.subarray(1), ((bytes[0] ?? 27) - 27) & 3)
  if (publicKey === null) return 'unreadable'
  return addressesOfKey(publicKey).includes(address) ? 'signed' : 'other'
}

function addressesOfKey(publicKey: Uint8Array): string[] {
  const whole = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false)
  const pubKeyHash = hash160(publicKey)
  const nested = hash160(concatBytes(Uint8Array.of(0, pubKeyHash.length), pubKeyHash))
  return [
    addressOfKey('BTC', { publicKey, pubKeyHash, world: 'main' }),
    addressOfKey('BTC', { publicKey, pubKeyHash, world: 'test' }),
    ...versions.flatMap(({ key, script }) => [
      base58check.encode(Uint8Array.from([key, ...pubKeyHash])),
      base58check.encode(Uint8Array.from([key, ...hash160(whole)])),
      base58check.encode(Uint8Array.from([script, ...nested])),
    ]),
  ]
}

const base58check = createBase58check(sha256)
/** Main net and test net. */
const versions = [
  { key: 0x00, script: 0x05 },
  { key: 0x6f, script: 0xc4 },
] as const

/** The output script of bc1q… with a key's hash, or of bc1p…; null: an address of another kind. */
function scriptOfOneKey(address: string): Uint8Array | null {
  const plain = bech32.decodeUnsafe(address, 90)
  const read = plain ?? bech32m.decodeUnsafe(address, 90)
  if (read === undefined) return null
  const program = bech32.fromWordsUnsafe(read.words.slice(1))
  if (!(program instanceof Uint8Array)) return null
  const [version] = read.words
  if (plain !== undefined && version === 0 && program.length === 20)
    return Uint8Array.from([0x00, 20, ...program])
  if (plain === undefined && version === 1 && program.length === 32)
    return Uint8Array.from([0x51, 32, ...program])
  return null
}

/** BIP-322, simple: the witness of a transaction that can never be sent, with one input that spends an output bound to the message. */
function isWitnessed(script: Uint8Array, witness: readonly Uint8Array[], message: string): boolean {
  const outpoint = concatBytes(doubleSha(toSpend(script, message)), zeros(4))
  return script[0] === 0x51
    ? isTaprootWitness(script, witness, outpoint)
    : isKeyHashWitness(script, witness, outpoint)
}

/** The serialised “to_spend” of BIP-322, whose double hash is its id. */
function toSpend(script: Uint8Array, message: string): Uint8Array {
  const bound = taggedHash('BIP0322-signed-message', utf8.encode(message))
  return concatBytes(
    zeros(4),
    Uint8Array.of(1),
    zeros(32),
    fromHex('ffffffff'),
    Uint8Array.of(34, 0x00, 32),
    bound,
    zeros(4),
    Uint8Array.of(1),
    zeros(8),
    Uint8Array.of(script.length),
    script,
    zeros(4),
  )
}

/** The one output of “to_sign”: nothing, to OP_RETURN. */
const nothingOut = concatBytes(new Uint8Array(8), Uint8Array.of(1, 0x6a))
const sighashAll = 1

/** BIP-143. */
function isKeyHashWitness(script: Uint8Array, witness: readonly Uint8Array[], outpoint: Uint8Array): boolean {
  const [signed, publicKey] = witness
  if (witness.length !== 2 || signed === undefined || publicKey?.length !== 33) return false
  const pubKeyHash = script.subarray(2)
  if (!equal(hash160(publicKey), pubKeyHash) || signed.at(-1) !== sighashAll) return false
  const digest = doubleSha(
    concatBytes(
      zeros(4),
      doubleSha(outpoint),
      doubleSha(zeros(4)),
      outpoint,
      fromHex('1976a914'),
      pubKeyHash,
      fromHex('88ac'),
      zeros(8),
      zeros(4),
      doubleSha(nothingOut),
      zeros(4),
      Uint8Array.of(sighashAll, 0, 0, 0),
    ),
  )
  try {
    return secp256k1.verify(secp256k1.Signature.fromDER(signed.subarray(0, -1)), digest, publicKey)
  } catch {
    // Not a signature.
    return false
  }
}

/** BIP-341, spent by its key: 64 bytes sign everything, 65 name how. */
function isTaprootWitness(script: Uint8Array, witness: readonly Uint8Array[], outpoint: Uint8Array): boolean {
  const [signed] = witness
  if (witness.length !== 1 || signed === undefined) return false
  const how = signed.length === 65 ? (signed[64] ?? 0) : 0
  if (![64, 65].includes(signed.length) || how > sighashAll) return false
  const digest = taggedHash(
    'TapSighash',
    concatBytes(
      Uint8Array.of(0, how),
      zeros(4),
      zeros(4),
      sha256(outpoint),
      sha256(zeros(8)),
      sha256(concatBytes(Uint8Array.of(script.length), script)),
      sha256(zeros(4)),
      sha256(nothingOut),
      Uint8Array.of(0),
      zeros(4),
    ),
  )
  try {
    return schnorr.verify(signed.subarray(0, 64), digest, script.subarray(2))
  } catch {
    // The address holds no point of the curve.
    return false
  }
}

/** The items of a serialised witness, each shorter than 253 bytes; null: something else. */
function witnessOf(bytes: Uint8Array): Uint8Array[] | null {
  const items: Uint8Array[] = []
  let at = 1
  for (let left = bytes[0] ?? 0; left > 0; left -= 1) {
    const length = bytes[at] ?? 253
    if (length >= 253 || at + 1 + length > bytes.length) return null
    items.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return items.length > 0 && at === bytes.length ? items : null
}

function keyThatSigned(digest: Uint8Array, signature: Uint8Array, recovery: number): Uint8Array | null {
  try {
    return secp256k1.Signature.fromCompact(signature)
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
      .toRawBytes(true)
  } catch {
    // No point of the curve: not a signature.
    return null
  }
}

const zeros = (length: number) => new Uint8Array(length)
const fromHex = (text: string) => hex.decode(text)
const doubleSha = (bytes: Uint8Array) => sha256(sha256(bytes))
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const equal = (a: Uint8Array, b: Uint8Array) => hex.encode(a) === hex.encode(b)

function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const name = sha256(utf8.encode(tag))
  return sha256(concatBytes(name, name, bytes))
}

/** Bitcoin's own writing of a length. */
const compactSize = (length: number): Uint8Array =>
  length < 253 ? Uint8Array.of(length) : Uint8Array.of(253, length & 0xff, length >> 8)

function bytesOfHex(text: string): Uint8Array | null {
  const digits = text.replace(/^0x/i, '').toLowerCase()
  return /^([0-9a-f]{2})+$/.test(digits) ? hex.decode(digits) : null
}

function bytesOfBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}
