import type { Price } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import { highestLevel, highestPrice } from '../markets/price-limits.ts'
import type { Direction } from './contract.ts'

/** The exits a customer may set; null: none. */
export interface Exits {
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
}

export interface ExitBounds {
  readonly stopLossMin: Price
  readonly stopLossMax: Price
  readonly takeProfitMin: Price
  readonly takeProfitMax: Price
}

/**
 * Bounds of stop loss and take profit: the stop beyond the price of a close now, the target beyond `targetFrom` (the
 * opening price of a new order), each by at least one tick and none above `highestLevel`. Source: rulebook, Contracts and Markets.
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
        takeProfitMax: highestLevel(targetFrom),
      }
    : {
        stopLossMin: (closeNow + tick) as Price,
        stopLossMax: highestLevel(closeNow),
        takeProfitMin: tick,
        takeProfitMax: (targetFrom - tick) as Price,
      }
}

/** Bounds of exits while the market has no price: each ends a tick before the other exit, which has to lie on its own side. */
export function unpricedExitBounds(
  direction: Direction,
  { stopLoss, takeProfit }: Exits,
  tick: Price,
): ExitBounds {
  const below = (other: Price | null) => (other === null ? highestPrice : other - tick) as Price
  const above = (other: Price | null) => ((other ?? 0n) + tick) as Price
  return direction === 'buy'
    ? {
        stopLossMin: tick,
        stopLossMax: below(takeProfit),
        takeProfitMin: above(stopLoss),
        takeProfitMax: highestPrice,
      }
    : {
        stopLossMin: above(takeProfit),
        stopLossMax: highestPrice,
        takeProfitMin: tick,
        takeProfitMax: below(stopLoss),
      }
}

const within = (value: Price, min: Price, max: Price): boolean => value >= min && value <= max

/**
 * Refuses with `stopLossInvalid` a stop loss on the wrong side, too near or too far, with `takeProfitInvalid` such a take
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
