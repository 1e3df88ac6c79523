import type { Direction } from './contract.ts'

/**
 * Computes the part of a market's net value beyond the operator's limit that an order in this direction brings about; zero: it is within. Both
 * are in USDT's smallest unit. The net value is that after the order: positive while customers are long. An order towards zero is within the
 * limit however far the net value is beyond it, up to the limit on the other side.
 */
export function beyondExposureLimit(netMinor: bigint, direction: Direction, limitMinor: bigint): bigint {
  const towards = direction === 'buy' ? netMinor : -netMinor
  return towards > limitMinor ? towards - limitMinor : 0n
}

/** Computes the value that customers can still buy or sell within the limit; zero where it is used up. */
export function leftOfExposureLimit(netMinor: bigint, direction: Direction, limitMinor: bigint): bigint {
  const left = limitMinor - (direction === 'buy' ? netMinor : -netMinor)
  return left > 0n ? left : 0n
}
