import type { ResultOf, statisticsCalls } from '@candor/contract'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Json } from '../back-office/parameters/json.ts'
import type { ServerContext } from '../module.ts'

export type Statistics = ResultOf<(typeof statisticsCalls)['statistics']>

/** Figures counted in other modules; real accounts only, demo never counts (trust T16). */
export interface Measures {
  readonly registeredUsers: () => Promise<number>
  /** Traded by real accounts in the last 24 hours, USDT as decimal text. */
  readonly volume24h: () => Promise<string>
}

/** Returns the home page's figures: measured now, unless an operator states one of their own; then it says so, with its date. */
export async function measureStatistics(
  { clock, parameters }: ServerContext,
  marketsListed: number,
  measures: Measures,
): Promise<Statistics> {
  const asOf = new Date(clock.now()).toISOString()
  const figure = async (key: ParameterKey, measure: () => Promise<string>) =>
    statedFigure(await parameters.value(key)) ?? { value: await measure(), asOf, basis: 'measured' as const }
  return {
    marketsListed: await figure('statistics.marketsListed', async () => String(marketsListed)),
    registeredUsers: await figure('statistics.registeredUsers', async () =>
      String(await measures.registeredUsers()),
    ),
    volume24h: await figure('statistics.volume24h', measures.volume24h),
  }
}

function statedFigure(stated: Json): { value: string; asOf: string; basis: 'stated' } | null {
  if (stated === null || typeof stated !== 'object' || Array.isArray(stated)) return null
  const { value, asOf } = stated as { readonly [key: string]: Json }
  if (typeof value !== 'string' || typeof asOf !== 'string') return null
  return { value, asOf, basis: 'stated' }
}
