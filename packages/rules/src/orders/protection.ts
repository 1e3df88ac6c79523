import type { Price } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { Direction } from './contract.ts'

/** The exits a customer may set; null: none. */
export interface Exits {
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
}

export interface ExitBounds {
  readonly stopLossMin: Price | null
  readonly stopLossMax: Price | null
  readonly takeProfitMin: Price | null
  readonly takeProfitMax: Price | null
}

/**
 * Bounds of stop loss and take profit: the stop beyond the price of a close now, the target beyond `targetFrom` (the
 * opening price of a new order), each by at least one tick. Source: rulebook, Contracts and Markets.
 */
export function exitBounds(
  direction: Direction,
  closeNow: Price,
  targetFrom: Price,
  tick: Price,
): ExitBounds {
  return direction === 'buy'
    ? {
        stopLossMin: tick,
        stopLossMax: (closeNow - tick) as Price,
        takeProfitMin: (targetFrom + tick) as Price,
        takeProfitMax: null,
      }
    : {
        stopLossMin: (closeNow + tick) as Price,
        stopLossMax: null,
        takeProfitMin: tick,
        takeProfitMax: (targetFrom - tick) as Price,
      }
}

const within = (value: Price, min: Price | null, max: Price | null): boolean =>
  (min === null || value >= min) && (max === null || value <= max)

/**
 * Refuses with `stopLossInvalid` a stop loss on the wrong side or too near, with `takeProfitInvalid` such a take
 * profit, and with `protectionRequired` when both are wrong. Source: rulebook.
 */
export function decideExits(exits: Exits, bounds: ExitBounds): Decision<Exits> {
  const { stopLoss, takeProfit } = exits
  const stopWrong = stopLoss !== null && !within(stopLoss, bounds.stopLossMin, bounds.stopLossMax)
  const targetWrong = takeProfit !== null && !within(takeProfit, bounds.takeProfitMin, bounds.takeProfitMax)
  return refuseExits(stopWrong, targetWrong) ?? accept(exits)
}

/** With `protected`, both exits are required: refuses with the code of the missing one, or of the pair (specification §5). */
export function decideProtected(exits: Exits): Decision<Exits> {
  return refuseExits(exits.stopLoss === null, exits.takeProfit === null) ?? accept(exits)
}

function refuseExits(stopLoss: boolean, takeProfit: boolean) {
  if (stopLoss && takeProfit) return refuse('protectionRequired')
  if (stopLoss) return refuse('stopLossInvalid')
  return takeProfit ? refuse('takeProfitInvalid') : null
}
