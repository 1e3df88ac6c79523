import { minuteMs, secondMs } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import { hedgeCapital } from './book-fill.ts'
import { Hedging } from './hedging.ts'
import { readHedgingSettings } from './hedging-settings.ts'
import type { NetExposure } from './net-exposure.ts'
import { openVenue, type VenueKeys } from './open-venue.ts'
import { payFills } from './pay-fills.ts'
import { recordStates } from './record-states.ts'

export interface HedgingPorts {
  /** Null: nothing is hedged. */
  readonly settings: {
    readonly file: string
    readonly keys: VenueKeys | null
    /** Folder of files that outlive a restart of a session with a venue. */
    readonly folder: string
  } | null
  readonly exposure: NetExposure
  readonly contractSizeOf: (code: string) => bigint | null
  /** Number of the engine that leads here. */
  readonly fence: bigint
}

/** Hedging where the engine leads: two engines never hedge. Exchanges go by the true time, whatever a sandbox's clock says. */
export const hedgingModule = defineModule({
  name: 'hedging',
  open: async (context: ServerContext, { settings, exposure, contractSizeOf, fence }: HedgingPorts) => {
    const { db, ledger, log, newId } = context
    if (settings === null) {
      await db.query.deleteFrom('hedging_states').execute()
      return { hedging: null, jobs: [], stop: async () => undefined }
    }
    await ledger.open([hedgeCapital])
    const found = readHedgingSettings(settings.file, contractSizeOf)
    const { markets } = found
    const venue = openVenue(found, settings.keys, settings.folder)
    const { rateOf, quoteCurrencyOf } = exposure
    const now = Date.now
    const hedging = await Hedging.open({
      ...{ db, venue, markets, exposure, fence, now, log },
      books: { ledger, venue: venue.name, now, rateOf, quoteCurrencyOf },
      newClientId: () => `cd${newId().replaceAll('-', '')}`,
    })
    return { hedging, jobs: jobsOf(context, hedging, exposure), stop: () => hedging.stop() }
  },
})

const jobsOf = ({ db, ledger }: ServerContext, hedging: Hedging, exposure: NetExposure): readonly Job[] => [
  {
    name: 'hedge',
    noCases: 'decides in memory; the orders of one market wait for no other’s',
    everyMs: secondMs,
    run: async () => {
      await hedging.look()
      await recordStates(db, hedging, exposure, Date.now())
    },
  },
  {
    name: 'compare-with-venue',
    noCases: 'a handful of markets; one that cannot be compared is not hedged',
    everyMs: 5 * secondMs,
    run: () => hedging.compare(),
  },
  {
    name: 'pay-hedges',
    noCases: 'one account pays all, in order',
    everyMs: minuteMs,
    run: () => payFills(db, ledger),
  },
]
