// Hedging in a process of its own, for the runs that kill it: leads as an engine does, takes the net position and the limit from its parent, and
// hedges at the venue until it is killed. Prints `ready`, and `settled <message>` when nothing is left to do for the parent's newest message.
import { Exact } from '@candor/money'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { systemClock } from '../../../platform/clock.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/new-id.ts'
import type { HedgedMarket } from '../hedged-market.ts'
import { Hedging } from '../hedging.ts'
import { BinanceVenue } from '../venues/binance/binance-venue.ts'

export interface ProcessSettings {
  readonly connection: Parameters<typeof openDatabase>[0]
  readonly url: string
  readonly streamUrl: string
  readonly keys: { readonly key: string; readonly secret: string }
  readonly market: {
    readonly code: string
    readonly step: string
    readonly most: string
  }
}

/** Customers' net position and the limit in units of 10^-8 lots, as the parent sends them. */
export interface Exposure {
  readonly number: number
  readonly net: string
  readonly limit: string
}

const settings: ProcessSettings = JSON.parse(process.argv[2] ?? '{}')
const db = openDatabase(settings.connection)
let exposure: Exposure | null = null
const listeners = new Set<() => void>()
const one = new Exact(1n)
const { rows } = await db.pool.query<{ fence: bigint }>(
  'UPDATE orders_lease SET fence = fence + 1 RETURNING fence',
)
const { code, step, most } = settings.market
const market: HedgedMarket = {
  ...{ code, symbol: code, contractSize: 1n, multiplier: 1n, backlogMinor: 10n ** 15n },
  steps: { step: BigInt(step), minimum: BigInt(step), most: BigInt(most) } as HedgedMarket['steps'],
}
const { url, streamUrl, keys } = settings
const venue = new BinanceVenue({
  ...{ name: 'soak', url, streamUrl, keys },
  patience: { responseMs: 400, receiveWindowMs: 300, settlingMs: 100, firstWaitMs: 10, longestWaitMs: 100 },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const note = (details: object, message: string) => say(`log ${message} ${JSON.stringify(details)}`)
const hedging = await Hedging.open({
  ...{ db, venue, markets: [market], fence: rows[0]?.fence ?? 0n, now: Date.now, firstWaitMs: 10 },
  ...{ newClientId: () => `cd${newId().replaceAll('-', '')}`, compareEveryMs: 1_000 },
  log: { info: () => undefined, warn: () => undefined, error: note },
  books: {
    ...{ ledger: createLedger(db, systemClock), venue: 'soak', now: Date.now },
    ...{ rateOf: () => one, quoteCurrencyOf: () => 'USDT' },
  },
  exposure: {
    net: () => BigInt(exposure?.net ?? 0),
    limit: () => (exposure === null ? null : BigInt(exposure.limit)),
    valueOf: () => null,
    ...{ rateOf: () => one, quoteCurrencyOf: () => 'USDT' },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  },
})
process.on('message', (message: Exposure) => {
  exposure = message
  for (const listener of listeners) listener()
})
setInterval(() => void hedging.compare().catch((error: unknown) => note({ error }, 'comparison')), 250)
setInterval(() => {
  const hedger = hedging.hedgers.get(code)
  if (hedger?.openOrder !== null || hedger.residual() !== 0n || hedging.hindranceOf(code) !== null) return
  say(`settled ${exposure?.number ?? -1}`)
}, 20)
process.on('disconnect', () => process.exit(0))
say('ready')
