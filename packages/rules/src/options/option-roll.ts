import { contractAt } from '../markets/calendar/contract-calendar.ts'
import { marketByCode } from '../markets/catalogue/all-markets.ts'
import { secondMs } from '../time-units.ts'
import type { OptionTariff } from './option.ts'

/**
 * Finds the time (epoch ms) from which a market's quotes are those of another contract than at `openedAt`; null for a
 * market without contracts. An option bought at `openedAt` is settled by none of them. Source: ADR-230.
 */
export function rollAfter(code: string, openedAt: number): number | null {
  const market = marketByCode(code)
  return market === null ? null : (contractAt(market, openedAt)?.current.rollsAt ?? null)
}

/** Reports whether a quote received at `receivedAt` is of the contract that an option was opened in; `rollsAt` is its end. */
export const isOfItsContract = (rollsAt: number | null, receivedAt: number): boolean =>
  rollsAt === null || receivedAt < rollsAt

/**
 * Lists the periods, in seconds, of which an option opened at `openedAt` would end before its contract does, together with
 * all the time it may wait for its quote. The difference between two contracts is known beforehand, so an option over a
 * roll would be decided when it is bought. Source: ADR-230.
 */
export const periodsBeforeRoll = (
  { payouts, settleWithinMs }: Pick<OptionTariff, 'payouts' | 'settleWithinMs'>,
  openedAt: number,
  rollsAt: number | null,
): readonly number[] =>
  [...payouts.keys()].filter((seconds) =>
    isOfItsContract(rollsAt, openedAt + seconds * secondMs + settleWithinMs),
  )
