import { StartError } from '../../platform/start-error.ts'
import type { VenueSettings } from './hedging-settings.ts'
import type { Venue } from './venue.ts'
import { BinanceVenue } from './venues/binance/binance-venue.ts'

/** Secrets of the operator's account at the venue, from the environment. */
export interface VenueKeys {
  readonly key: string
  readonly secret: string
}

/** Creates the adapter that the settings name. */
export function openVenue(settings: VenueSettings, keys: VenueKeys | null): Venue {
  if (keys === null)
    throw new StartError('HEDGING_FILE needs the keys of the account: set HEDGING_KEY and HEDGING_SECRET.')
  const { kind, url, streamUrl } = settings
  return new BinanceVenue({ name: kind, url, streamUrl, keys })
}
