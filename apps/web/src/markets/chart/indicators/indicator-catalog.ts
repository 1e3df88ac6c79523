import type { SavedIndicator } from '@candor/contract'
import type { ChartColor } from '@candor/rules/markets/saved-chart.ts'

export const inputKeys = [
  'length',
  'fast',
  'slow',
  'signal',
  'deviations',
  'multiplier',
  'smoothing',
  'start',
  'step',
  'maximum',
  'range',
  'conversion',
  'base',
  'span',
] as const
export type InputKey = (typeof inputKeys)[number]

export interface IndicatorInput {
  readonly key: InputKey
  readonly usual: number
  /** Whole numbers unless a fraction is possible. */
  readonly fraction?: true
}

export interface IndicatorKind {
  /** Drawn over the prices, or in a pane of its own. */
  readonly pane: 'prices' | 'own'
  readonly inputs: readonly IndicatorInput[]
  /** Lines whose colour can be chosen. */
  readonly lines: number
  /** Computed here and not by the chart library. */
  readonly own?: true
}

const input = (key: InputKey, usual: number): IndicatorInput => ({ key, usual })
const fraction = (key: InputKey, usual: number): IndicatorInput => ({ key, usual, fraction: true })
const kind = (
  pane: IndicatorKind['pane'],
  lines: number,
  inputs: readonly IndicatorInput[],
): IndicatorKind => ({ pane, lines, inputs })
const own = (...[pane, lines, inputs]: Parameters<typeof kind>): IndicatorKind => ({
  ...kind(pane, lines, inputs),
  own: true,
})

/** Every indicator, by the name that a saved chart holds. A name that was once released stays. */
export const indicatorKinds = {
  MA: kind('prices', 2, [input('fast', 10), input('slow', 30)]),
  EMA: kind('prices', 2, [input('fast', 12), input('slow', 26)]),
  WMA: own('prices', 1, [input('length', 20)]),
  HMA: own('prices', 1, [input('length', 16)]),
  VWAP: own('prices', 1, []),
  BOLL: kind('prices', 3, [input('length', 20), fraction('deviations', 2)]),
  KC: own('prices', 3, [input('length', 20), fraction('multiplier', 2), input('range', 10)]),
  DC: own('prices', 3, [input('length', 20)]),
  ICHIMOKU: own('prices', 5, [input('conversion', 9), input('base', 26), input('span', 52)]),
  SUPERTREND: own('prices', 2, [input('length', 10), fraction('multiplier', 3)]),
  SAR: kind('prices', 0, [fraction('start', 2), fraction('step', 2), fraction('maximum', 20)]),
  VOL: kind('own', 0, []),
  OBV: kind('own', 2, [input('length', 30)]),
  PVT: kind('own', 1, []),
  MFI: own('own', 1, [input('length', 14)]),
  CMF: own('own', 1, [input('length', 20)]),
  MACD: kind('own', 2, [input('fast', 12), input('slow', 26), input('signal', 9)]),
  RSI: own('own', 1, [input('length', 14)]),
  STOCH: own('own', 2, [input('length', 14), input('smoothing', 3), input('signal', 3)]),
  KDJ: kind('own', 3, [input('length', 9), input('smoothing', 3), input('signal', 3)]),
  CCI: kind('own', 1, [input('length', 20)]),
  WR: kind('own', 1, [input('length', 14)]),
  ROC: kind('own', 2, [input('length', 12), input('signal', 6)]),
  MTM: kind('own', 2, [input('length', 12), input('signal', 6)]),
  TRIX: kind('own', 2, [input('length', 12), input('signal', 9)]),
  DMI: kind('own', 4, [input('length', 14), input('smoothing', 6)]),
  AROON: own('own', 2, [input('length', 14)]),
  AO: kind('own', 0, [input('fast', 5), input('slow', 34)]),
  ATR: own('own', 1, [input('length', 14)]),
  BIAS: kind('own', 2, [input('fast', 6), input('slow', 12)]),
} as const satisfies Readonly<Record<string, IndicatorKind>>
export type IndicatorName = keyof typeof indicatorKinds

export const indicatorNames = Object.keys(indicatorKinds).filter(isIndicator)

/** Checks whether a saved name is one of ours: a newer version may have saved others. */
export function isIndicator(name: string): name is IndicatorName {
  return Object.hasOwn(indicatorKinds, name)
}

export const kindOf = (name: IndicatorName): IndicatorKind => indicatorKinds[name]

/** Checks whether an indicator is computed here, by code that is loaded with the first one. */
export const isOwnIndicator = (name: string): boolean => isIndicator(name) && kindOf(name).own === true

/** Returns an indicator with its usual inputs and the chart's own colours. */
export const usualIndicator = (name: IndicatorName): SavedIndicator => ({
  name,
  inputs: kindOf(name).inputs.map(({ usual }) => usual),
  colors: [],
})

const usualColors = ['accent', 'warn', 'teal', 'orange', 'ink-3'] as const satisfies ChartColor[]

/** The colour of a line: the chosen one, else the usual one of its place. */
export const lineColor = (chosen: readonly ChartColor[], line: number): ChartColor =>
  chosen[line] ?? usualColors[line % usualColors.length] ?? 'accent'

/** Longest length an input takes. */
export const mostLength = 500

/** Reads an input as typed; null where it is out of bounds. */
export function readInput({ fraction }: IndicatorInput, typed: string): number | null {
  const value = Number(typed)
  if (typed.trim() === '' || !Number.isFinite(value) || value > mostLength) return null
  if (fraction === true) return value > 0 ? value : null
  return Number.isInteger(value) && value >= 1 ? value : null
}

/** Inputs of a saved indicator: those that are missing or wrong have their usual value. */
export const inputsOf = (name: IndicatorName, saved: readonly number[]): number[] =>
  kindOf(name).inputs.map((one, at) => readInput(one, String(saved[at] ?? '')) ?? one.usual)
