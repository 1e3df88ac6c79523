import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../platform/start-error.ts'
import { type HedgedMarket, quantityOf } from './hedged-market.ts'
import type { HedgingSettings } from './hedging-settings.ts'
import type { SymbolTerms, Venue } from './venue.ts'
import type { BinanceSettings } from './venues/binance/binance-settings.ts'
import { BinanceVenue } from './venues/binance/binance-venue.ts'
import type { FixSettings } from './venues/fix/fix-settings.ts'
import { FixVenue } from './venues/fix/fix-venue.ts'

/** Secrets of the operator's account at the venue, from the environment. */
export interface VenueKeys {
  readonly key: string
  readonly secret: string
}

/** Creates the adapter that the settings name. It keeps what outlives a restart in the folder. */
export function openVenue(
  { venue, markets }: HedgingSettings,
  keys: VenueKeys | null,
  folder: string,
): Venue {
  return venue.kind === 'fix' ? openFix(venue, markets, { keys, folder }) : openBinance(venue, keys)
}

function openBinance({ kind, ...addresses }: BinanceSettings, keys: VenueKeys | null): Venue {
  if (keys === null)
    throw new StartError('HEDGING_FILE needs the keys of the account: set HEDGING_KEY and HEDGING_SECRET.')
  return new BinanceVenue({ ...addresses, name: kind, keys })
}

/** A venue of FIX may know us by our address or certificate alone: without keys the logon names no user. */
function openFix(
  { kind: _, host, port, tls, ...settings }: FixSettings,
  markets: readonly HedgedMarket[],
  { keys, folder }: { readonly keys: VenueKeys | null; readonly folder: string },
): Venue {
  for (const file of [tls?.caFile, tls?.certificateFile, tls?.keyFile]) if (file) checkReadable(file)
  return new FixVenue({
    ...settings,
    address: { host, port, tls },
    login: keys === null ? null : { username: keys.key, password: keys.secret },
    sequencePath: join(folder, `${fileNameOf(settings)}.numbers`),
    terms: markets.map(termsOf),
  })
}

function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new StartError(`HEDGING_FILE: the file ${file} cannot be read.`)
  }
}

/** Names a session by both sides, with what a file name cannot hold as numbers. */
const fileNameOf = ({ senderCompId, targetCompId }: Pick<FixSettings, 'senderCompId' | 'targetCompId'>) =>
  `${encodeURIComponent(senderCompId)}+${encodeURIComponent(targetCompId)}`

/** Sizes that the operator agreed with the venue, which the settings hold. */
const termsOf = (market: HedgedMarket): SymbolTerms => ({
  symbol: market.symbol,
  step: quantityOf(market, market.steps.step),
  minimum: quantityOf(market, market.steps.minimum),
  most: quantityOf(market, market.steps.most),
})
