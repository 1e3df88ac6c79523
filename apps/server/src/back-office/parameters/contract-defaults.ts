import { writeRate } from '@candor/money'
import { marginLevelBounds, standardMarginLevels } from '@candor/rules'
import { isFutures, listOf, percentWithin, whole } from './fits.ts'
import type { ParameterRule } from './parameter-rule.ts'

/** Terms of contracts that are the same in every market (rulebook, Contracts). */
export const contractDefaults = {
  /** Shares of a position's margin at which it counts for the stop-out and the margin call of its account: those of its order (ADR-266). */
  marginCloseOut: {
    value: writeRate(standardMarginLevels.closeOut),
    open: true,
    fourEyes: true,
    tariff: marginLevelBounds.closeOut,
    fits: percentWithin(marginLevelBounds.closeOut),
  },
  marginCall: {
    value: writeRate(standardMarginLevels.call),
    open: true,
    fourEyes: true,
    tariff: marginLevelBounds.call,
    fits: percentWithin(marginLevelBounds.call),
  },

  /** Futures markets where what is bought ends with its contract at the last price, instead of going on in the next. */
  'contracts.endAtRoll': { value: [], open: true, fourEyes: true, list: true, fits: listOf(isFutures) },
  'contracts.openMost': {
    value: 200,
    open: true,
    fourEyes: true,
    tariff: { least: '20', most: '1000000' },
    fits: whole(1, 1_000_000),
  },
  'contracts.waitingMost': {
    value: 200,
    open: true,
    fourEyes: true,
    tariff: { least: '20', most: '1000000' },
    fits: whole(1, 1_000_000),
  },
} as const satisfies Readonly<Record<string, ParameterRule>>
