import type { Price } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { Direction } from './contract.ts'

/** `stopLossInvalid` for a trailing stop nearer than a tick: it is a stop loss that moves. Null is none. Source: rulebook, Markets. */
export const decideTrailing = (trailing: Price | null, tick: Price): Decision<Price | null> =>
  trailing === null || trailing >= tick ? accept(trailing) : refuse('stopLossInvalid')

/**
 * Where a trailing stop stands: its distance from the best price a close would have got since it was set, which for a
 * buy is the highest and for a sell the lowest.
 */
export const trailingLevel = (direction: Direction, best: Price, distance: Price): Price =>
  (direction === 'buy' ? best - distance : best + distance) as Price
