import type { ResultOf, statisticsCalls } from '@candor/contract'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { ServerContext } from '../module.ts'
import type { Json } from '../platform/json.ts'

export type Statistics = ResultOf<(typeof statisticsCalls)['statistics']>

/** Figures counted in other modules; real accounts only, demo never counts (trust T16). */
export interface Measures {
  readonly registeredUsers: () => Promise<number>
  /** Traded by real accounts in the last 24 hours, USDT as decimal text. */
  readonly volume24h: () => Promise<string>
}

type Name = keyof Statistics

/** Sample content of a sandbox: the figures of the specification (§2), marked as samples. */
const samples: Readonly<Record<Name, { readonly value: string; readonly atLeast: boolean }>> = {
  marketsListed: { value: '350', atLeast: true },
  registeredUsers: { value: '1200000', atLeast: false },
  volume24h: { value: '3800000000', atLeast: false },
}

/**
 * Returns the home page's figures: measured now, or a sample in a sandbox, unless an operator states one of their own; then it says so,
 * with its date.
 */
export async function measureStatistics(
  { clock, parameters, sandbox }: ServerContext,
  marketsListed: number,
  measures: Measures,
): Promise<Statistics> {
  const asOf = new Date(clock.now()).toISOString()
  const figure = async (name: Name, measure: () => Promise<string>): Promise<Statistics[Name]> => {
    const key: ParameterKey = `statistics.${name}`
    const stated = statedFigure(await parameters.value(key))
    if (stated !== null) return stated
    if (sandbox) return { ...samples[name], asOf, basis: 'sample' }
    return { value: await measure(), atLeast: false, asOf, basis: 'measured' }
  }
  return {
    marketsListed: await figure('marketsListed', async () => String(marketsListed)),
    registeredUsers: await figure('registeredUsers', async () => String(await measures.registeredUsers())),
    volume24h: await figure('volume24h', measures.volume24h),
  }
}

function statedFigure(stated: Json): Statistics[Name] | null {
  if (stated === null || typeof stated !== 'object' || Array.isArray(stated)) return null
  const { value, asOf } = stated as { readonly [key: string]: Json }
  if (typeof value !== 'string' || typeof asOf !== 'string') return null
  return { value, atLeast: false, asOf, basis: 'stated' }
}
