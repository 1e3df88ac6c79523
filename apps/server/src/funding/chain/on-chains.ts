import { chainOfNetwork, coinOfNetwork, type FundingNetwork } from '@candor/rules'
import { readAddress } from './address.ts'
import type { Chains } from './chain.ts'

/** Looks up addresses on the chains with a configured node, for the proof of what the operator holds. */
export const onChains = (chains: Chains) => ({
  /** Returns the canonical form of an address, of a test net too; null: none of this network. */
  readAddress: (network: FundingNetwork, text: string): string | null =>
    readAddress(network, text)?.address ?? null,
  canLook: (network: FundingNetwork): boolean => chains[chainOfNetwork(network)] !== undefined,
  /** In the coin's smallest unit; null: there is no node, or it does not report it. */
  balanceAt: async (network: FundingNetwork, address: string): Promise<bigint | null> =>
    (await chains[chainOfNetwork(network)]?.balance(coinOfNetwork(network), address)) ?? null,
})
