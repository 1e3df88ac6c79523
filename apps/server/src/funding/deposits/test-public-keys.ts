import { HDKey } from '@scure/bip32'

/** Account-level public keys of an unused seed, for tests. */
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
export const publicKeys = {
  BTC: root.derive("m/84'/0'/0'").publicExtendedKey,
  ETH: root.derive("m/44'/60'/0'").publicExtendedKey,
} as const
