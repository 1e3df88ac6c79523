import type { IntervalName } from '@candor/rules'

/** Name of the one exchange that other programs see. */
export const exchangeName = 'Candor'

/** Resolutions offered, as the protocol writes them. */
export const resolutions = ['1', '5', '15', '30', '60', '240', '1D', '1W'] as const

/** The candles of each resolution, also in the protocol’s shorter spelling. */
export const intervalOf: Readonly<Record<string, IntervalName>> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '240': '4h',
  D: '1d',
  '1D': '1d',
  W: '1w',
  '1W': '1w',
}
