import type { SavedChart } from '@candor/contract'

/** A chart with one text on it. */
export const chartWithText = (text: string): SavedChart => ({
  interval: '1h',
  kind: 'candles',
  scale: 'linear',
  timeZone: '',
  indicators: [{ name: 'MA', inputs: [10, 30], colors: ['teal'] }],
  drawings: [
    {
      id: 'note',
      tool: 'text',
      points: [{ at: 1_795_000_000_000, price: 94_000.5 }],
      color: 'ink',
      width: 1,
      locked: false,
      text,
    },
  ],
  drawingsHidden: false,
})
