import { type Instrument, marketByCode, marketOf, type StatedMarket, statedMarkets } from '@candor/rules'
import { z } from 'zod'
import type { Recomputed } from '../recomputation/recomputed.ts'
import { statedMarket } from '../stated-markets.ts'

/** Markets that an installation publishes, under its signature. */
export interface PublishedInstruments {
  instruments(): Promise<readonly Instrument[]>
}

const stating = z.object({ markets: z.array(statedMarket).optional() })

/**
 * Compares the markets that a receipt or its account states with those that the server publishes: an added market’s contract size, currency,
 * class and greatest age of a price are the operator’s word until then.
 */
export async function checkStatedMarkets(
  documents: readonly unknown[],
  published: PublishedInstruments,
): Promise<Recomputed> {
  const stated = statedIn(documents)
  if (stated.length === 0) return { findings: [], proven: [] }
  const listed = statedMarkets((await published.instruments()).map(marketOf)).markets ?? []
  const findings = stated.flatMap((one) => {
    const found = listed.find(({ code }) => code === one.code)
    if (found === undefined) return [`the server publishes no market ${one.code}`]
    const isSame = (Object.keys(found) as (keyof StatedMarket)[]).every(
      (field) => found[field] === one[field],
    )
    return isSame ? [] : [`the server publishes another rule set of ${one.code}`]
  })
  const names = [...new Set(stated.map(({ code }) => code))].join(', ')
  return {
    findings,
    proven: findings.length > 0 ? [] : [`the server publishes the same rule set of ${names}`],
  }
}

/** Names the added markets whose rule set is only stated, where no server is asked. */
export function uncheckedMarkets(documents: readonly unknown[]): string[] {
  const names = [...new Set(statedIn(documents).map(({ code }) => code))]
  return names.length === 0
    ? []
    : [
        `${names.join(', ')}: added by the operator, with the rule set that the receipt states; --server compares it with the published one`,
      ]
}

const statedIn = (documents: readonly unknown[]): StatedMarket[] =>
  documents
    .flatMap((document) => stating.safeParse(document).data?.markets ?? [])
    .filter(({ code }) => marketByCode(code) === null)
