import type { AssetCode } from '@candor/money'

/** Networks for deposits and withdrawals (rulebook, Deposits and withdrawals). */
export const fundingNetworks = ['ERC20', 'TRC20', 'BTC', 'ETH'] as const
export type FundingNetwork = (typeof fundingNetworks)[number]

/** Blockchains on which transactions are recorded: ETH and USDT on ERC-20 share one. */
export const fundingChains = ['ethereum', 'tron', 'bitcoin'] as const
export type FundingChain = (typeof fundingChains)[number]

const ofNetwork = {
  ERC20: { coin: 'USDT', chain: 'ethereum' },
  TRC20: { coin: 'USDT', chain: 'tron' },
  BTC: { coin: 'BTC', chain: 'bitcoin' },
  ETH: { coin: 'ETH', chain: 'ethereum' },
} as const satisfies Record<FundingNetwork, { coin: AssetCode; chain: FundingChain }>

/** Returns the asset that a network carries. */
export const coinOfNetwork = (network: FundingNetwork): AssetCode => ofNetwork[network].coin

/** Returns the blockchain on which a network's transactions are recorded. */
export const chainOfNetwork = (network: FundingNetwork): FundingChain => ofNetwork[network].chain

/**
 * Normalises a transaction hash: 64 lower-case hex digits, on Ethereum prefixed with `0x`. Surrounding spaces, letter
 * case and a missing or extra prefix make no difference. Null: not a hash.
 */
export function normaliseHash(network: FundingNetwork, text: string): string | null {
  const digits = text.trim().toLowerCase().replace(/^0x/, '')
  if (!/^[0-9a-f]{64}$/.test(digits)) return null
  return chainOfNetwork(network) === 'ethereum' ? `0x${digits}` : digits
}
