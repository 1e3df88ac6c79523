import { readFileSync } from 'node:fs'
import { type Lots, parseScaled, parseUsdt } from '@candor/money'
import { z } from 'zod'
import { StartError } from '../../platform/start-error.ts'
import { type HedgedMarket, lotsOf } from './hedged-market.ts'
import { quantityScale } from './venue.ts'
import { binanceSettings } from './venues/binance/binance-settings.ts'
import { fixSettings } from './venues/fix/fix-settings.ts'

const positive = z.string().transform((text, context) => {
  const value = parseScaled(text, quantityScale)
  if (value !== null && value > 0n) return value
  context.addIssue({ code: 'custom', message: 'must be a positive decimal with at most eight places' })
  return z.NEVER
})
const amount = z.string().transform((text, context) => {
  const value = parseUsdt(text)
  if (value !== null && value > 0n) return value
  context.addIssue({ code: 'custom', message: 'must be a positive amount in USDT' })
  return z.NEVER
})

const file = z.strictObject({
  venue: z.discriminatedUnion('kind', [binanceSettings, fixSettings]),
  markets: z
    .array(
      z.strictObject({
        code: z.string().min(1).max(20),
        symbol: z.string().min(1).max(40),
        /** Smallest change of an order, least and most of one order, as the venue counts. */
        step: positive,
        minimum: positive,
        most: positive,
        /** Units of the underlying asset in one of what the venue counts. */
        multiplier: z.number().int().positive().default(1),
        backlog: amount,
      }),
    )
    .min(1),
})

type VenueSettings = z.infer<typeof file>['venue']

/** Contents of the settings file, checked against our own markets. */
export interface HedgingSettings {
  readonly venue: VenueSettings
  readonly markets: readonly HedgedMarket[]
}

/** Reads the settings of hedging; throws a `StartError` that names the fault. */
export function readHedgingSettings(
  path: string,
  contractSizeOf: (code: string) => bigint | null,
): HedgingSettings {
  const refuse = (fault: string) => new StartError(`HEDGING_FILE ${path}: ${fault}`)
  const parsed = file.safeParse(jsonOf(path, refuse))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw refuse(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const { venue, markets } = parsed.data
  const twice = (of: 'code' | 'symbol') => new Set(markets.map((one) => one[of])).size < markets.length
  if (twice('code') || twice('symbol')) throw refuse('each market can be named once, on either side')
  return { venue, markets: markets.map((market) => marketOf(market, contractSizeOf(market.code), refuse)) }
}

function jsonOf(path: string, refuse: (fault: string) => Error): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw refuse(`cannot be read as JSON: ${(error as Error).message}`)
  }
}

type MarketInFile = z.infer<typeof file>['markets'][number]

function marketOf(
  { code, symbol, backlog, step, minimum, most, ...market }: MarketInFile,
  contractSize: bigint | null,
  refuse: (fault: string) => Error,
): HedgedMarket {
  if (contractSize === null) throw refuse(`there is no market ${code}`)
  if (minimum % step !== 0n || most % step !== 0n || minimum > most)
    throw refuse(`${code}: minimum and most must be whole numbers of steps, the minimum the smaller`)
  const units = { contractSize, multiplier: BigInt(market.multiplier) }
  const inLots = (quantity: bigint): Lots => {
    const lots = lotsOf(units, quantity)
    if (lots === null) throw refuse(`${code}: a step must be a whole number of 10^-8 lots`)
    return lots as Lots
  }
  return {
    ...{ code, symbol, ...units, backlogMinor: backlog },
    steps: { step: inLots(step), minimum: inLots(minimum), most: inLots(most) },
  }
}
