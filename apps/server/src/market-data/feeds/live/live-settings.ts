import { marketByCode } from '@candor/rules'
import { FeedError } from '../feed.ts'
import type { MassiveSettings } from './massive.ts'

export const cryptoChoices = ['kraken', 'coinbase', 'binance', 'off'] as const
export type CryptoExchange = (typeof cryptoChoices)[number]

export interface LiveSettings {
  /** Needs no key. */
  readonly crypto: CryptoExchange
  /** Another address of that exchange; null: its own. */
  readonly cryptoUrl: string | null
  /** Forex, stocks and futures, with the operator's key; null: none. */
  readonly massive: MassiveSettings | null
}

/**
 * The live sources, from CANDOR_CRYPTO_EXCHANGE (kraken, coinbase, binance or off), CANDOR_CRYPTO_URL, CANDOR_MASSIVE_KEY,
 * CANDOR_MASSIVE_DELAYED (1 or 0) and CANDOR_MASSIVE_FUTURES (such as ES=ESZ6,NQ=NQZ6).
 */
export function liveSettingsFrom(environment: Readonly<Record<string, string | undefined>>): LiveSettings {
  const crypto = environment.CANDOR_CRYPTO_EXCHANGE || 'kraken'
  const chosen = cryptoChoices.find((choice) => choice === crypto)
  if (chosen === undefined)
    throw new FeedError(
      `CANDOR_CRYPTO_EXCHANGE must be one of ${cryptoChoices.join(', ')}; it was “${crypto}”.`,
    )
  const key = environment.CANDOR_MASSIVE_KEY ?? ''
  return {
    crypto: chosen,
    cryptoUrl: environment.CANDOR_CRYPTO_URL || null,
    massive:
      key === ''
        ? null
        : {
            key,
            delayed: environment.CANDOR_MASSIVE_DELAYED === '1',
            futures: contractsFrom(environment.CANDOR_MASSIVE_FUTURES ?? ''),
          },
  }
}

function contractsFrom(text: string): ReadonlyMap<string, string> {
  const contracts = new Map<string, string>()
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [code = '', contract = ''] = pair.trim().split('=')
    if (marketByCode(code)?.type !== 4 || !/^[A-Z0-9]{2,10}$/.test(contract))
      throw new FeedError(
        `CANDOR_MASSIVE_FUTURES must contain pairs such as ES=ESZ6; “${pair.trim()}” is not one.`,
      )
    contracts.set(code, contract)
  }
  return contracts
}
