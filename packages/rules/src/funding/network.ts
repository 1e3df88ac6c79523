import type { AssetCode } from '@candor/money'

/** The networks money comes in and goes out by (rulebook, Deposits and withdrawals). */
export const fundingNetworks = ['ERC20', 'TRC20', 'BTC', 'ETH'] as const
export type FundingNetwork = (typeof fundingNetworks)[number]

/** Where a transaction of a network stands: ETH and USDT on ERC-20 share one chain. */
export const fundingChains = ['ethereum', 'tron', 'bitcoin'] as const
export type FundingChain = (typeof fundingChains)[number]

const ofNetwork = {
  ERC20: { coin: 'USDT', chain: 'ethereum' },
  TRC20: { coin: 'USDT', chain: 'tron' },
  BTC: { coin: 'BTC', chain: 'bitcoin' },
  ETH: { coin: 'ETH', chain: 'ethereum' },
} as const satisfies Record<FundingNetwork, { coin: AssetCode; chain: FundingChain }>

export const coinOfNetwork = (network: FundingNetwork): AssetCode => ofNetwork[network].coin
export const chainOfNetwork = (network: FundingNetwork): FundingChain => ofNetwork[network].chain

/**
 * A transaction's hash in its one form: 64 lower-case hex digits, on Ethereum with `0x` before them. Spaces around it, another case and
 * a prefix more or less make no other hash of it. Null: not a hash.
 */
export function normaliseHash(network: FundingNetwork, text: string): string | null {
  const digits = text.trim().toLowerCase().replace(/^0x/, '')
  if (!/^[0-9a-f]{64}$/.test(digits)) return null
  return chainOfNetwork(network) === 'ethereum' ? `0x${digits}` : digits
}
