import type { Price } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { Direction } from './contract.ts'

/**
 * Refuses with `stopLossInvalid` a trailing stop nearer than a tick, since it is a stop loss that moves. Null: none.
 * Source: rulebook, Markets.
 */
export const decideTrailing = (trailing: Price | null, tick: Price): Decision<Price | null> =>
  trailing === null || trailing >= tick ? accept(trailing) : refuse('stopLossInvalid')

/**
 * Level of a trailing stop: its distance from the best closing price since it was set, which for a buy is the highest
 * and for a sell the lowest.
 */
export const trailingLevel = (direction: Direction, best: Price, distance: Price): Price =>
  (direction === 'buy' ? best - distance : best + distance) as Price
