import type { FundingNetwork } from '@candor/rules'
import { HDKey } from '@scure/bip32'
import { addressOfKey, type ChainWorld, readAddress } from './address.ts'

/** The operator's target for deposits on a network: a key below which every customer has an address, or one address for all. */
export type PaymentTarget =
  | { readonly kind: 'key'; readonly world: 'main' | 'test'; address(number: number): string }
  | { readonly kind: 'address'; readonly world: ChainWorld; readonly address: string }

// BIP 32 and SLIP 132: the prefix distinguishes main net from test net, and public from private keys.
const publicVersions = {
  xpub: { public: 0x0488b21e, world: 'main' },
  zpub: { public: 0x04b24746, world: 'main' },
  tpub: { public: 0x043587cf, world: 'test' },
  vpub: { public: 0x045f1cf6, world: 'test' },
} as const
type KeyPrefix = keyof typeof publicVersions
const isKeyPrefix = (text: string): text is KeyPrefix => Object.hasOwn(publicVersions, text)

/** The receiving side of an account (BIP 44): its other side is for change, which only a wallet has. */
const receiving = 0

/**
 * Reads what an operator entered. A key is the account's extended public key (m/84'/0'/0', m/44'/60'/0', m/44'/195'/0'):
 * addresses are derived below it without any secret. Null: neither such a key nor an address of this network. A private key is
 * never accepted.
 */
export function readPaymentTarget(network: FundingNetwork, text: string): PaymentTarget | null {
  const given = text.trim()
  const prefix = given.slice(0, 4)
  if (isKeyPrefix(prefix)) return readKey(network, given, prefix)
  const read = readAddress(network, given)
  return read === null ? null : { kind: 'address', ...read }
}

function readKey(network: FundingNetwork, text: string, prefix: KeyPrefix): PaymentTarget | null {
  const { world, public: version } = publicVersions[prefix]
  // A key marked as Bitcoin's own would give another wallet's addresses elsewhere.
  if (network !== 'BTC' && prefix !== 'xpub' && prefix !== 'tpub') return null
  const account = parseKey(text, version)
  if (account === null) return null
  const branch = account.deriveChild(receiving)
  return {
    kind: 'key',
    world,
    address: (number) => {
      const { publicKey, pubKeyHash } = branch.deriveChild(number)
      if (publicKey === null || pubKeyHash === undefined) throw new Error('a derived key has a public half')
      return addressOfKey(network, { publicKey, pubKeyHash, world })
    },
  }
}

function parseKey(text: string, version: number): HDKey | null {
  try {
    const key = HDKey.fromExtendedKey(text, { public: version, private: 0 })
    return key.privateKey === null ? key : null
  } catch {
    // A wrong checksum, or a private key: not what can be entered here.
    return null
  }
}

/** Addresses that a sandbox shows until its operator enters one: without a known key, or for worthless coins. */
export const sampleAddresses: Readonly<Record<FundingNetwork, string>> = {
  ERC20: '0x000000000000000000000000000000000000dEaD',
  ETH: '0x000000000000000000000000000000000000dEaD',
  TRC20: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  BTC: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
}
