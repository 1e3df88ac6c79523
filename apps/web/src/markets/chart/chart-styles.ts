import type { ChartColor, ChartKind } from '@candor/rules/markets/saved-chart.ts'
import type { CandleType, DeepPartial, Styles } from 'klinecharts'

/** The design's colours as the page has them now; read again whenever theme or up/down colours change. */
export interface ChartColors {
  readonly surface: string
  readonly hairline: string
  readonly strong: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly accent: string
  readonly up: string
  readonly down: string
  readonly onInk: string
  readonly series: readonly string[]
  /** Colours that a reader chooses for drawings and indicators. */
  readonly named: Readonly<Record<ChartColor, string>>
  readonly family: string
  /** Size of the chart's letters in px, which grow with those of the page. */
  readonly text: number
}

/** Share of the page's font size. */
const textShare = 11 / 16

export function readColors(root: HTMLElement): ChartColors {
  const style = getComputedStyle(root)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    surface: token('surface'),
    hairline: token('hairline'),
    strong: token('hairline-strong'),
    ink: token('ink'),
    ink2: token('ink-2'),
    ink3: token('ink-3'),
    accent: token('accent'),
    up: token('up'),
    down: token('down'),
    onInk: token('ground'),
    series: [token('accent'), token('warn'), token('teal'), token('orange'), token('blue')],
    named: {
      accent: token('accent'),
      teal: token('teal'),
      vermilion: token('vermilion'),
      orange: token('orange'),
      warn: token('warn'),
      ink: token('ink'),
      'ink-3': token('ink-3'),
    },
    family: style.fontFamily,
    text: Math.round((Number.parseFloat(style.fontSize) || 16) * textShare),
  }
}

/** A colour of the design with less of it, `#1f4fd8` and 0.2 → `#1f4fd833`. */
export function faded(color: string, share: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return color
  return `${color}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`
}

type Part<K extends keyof Styles> = NonNullable<DeepPartial<Styles>[K]>

/** Everything klinecharts draws, in our tokens: nothing of its own look is left. A brief chart has the legend of a candle only while one is pointed at. */
export function chartStyles(colors: ChartColors, kind: ChartKind, brief: boolean): DeepPartial<Styles> {
  return {
    grid: {
      horizontal: { color: faded(colors.hairline, 0.7), style: 'solid', size: 1 },
      vertical: { show: false },
    },
    candle: candle(colors, kind, brief),
    indicator: indicator(colors),
    xAxis: axis(colors),
    yAxis: axis(colors),
    separator: { color: colors.hairline, size: 1, activeBackgroundColor: faded(colors.accent, 0.12) },
    crosshair: { horizontal: cross(colors), vertical: cross(colors) },
  }
}

/** The library's name of each kind. The candles of Heikin-Ashi are drawn over its own, which are not seen. */
const candleTypes: Readonly<Record<ChartKind, CandleType>> = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  bars: 'ohlc',
  heikinAshi: 'candle_solid',
  line: 'area',
  area: 'area',
}

/** Colours of bodies, borders and wicks. A hollow candle has the colour of its change since the one before, and is filled where it fell from its open. */
function barColors(colors: ChartColors, kind: ChartKind): NonNullable<Part<'candle'>['bar']> {
  const hidden = kind === 'heikinAshi'
  const [up, down, noChange] = hidden
    ? ['transparent', 'transparent', 'transparent']
    : [colors.up, colors.down, colors.ink3]
  return {
    compareRule: kind === 'hollow' ? 'previous_close' : 'current_open',
    upColor: up,
    downColor: down,
    noChangeColor: noChange,
    upBorderColor: up,
    downBorderColor: down,
    noChangeBorderColor: noChange,
    upWickColor: up,
    downWickColor: down,
    noChangeWickColor: noChange,
  }
}

function candle(colors: ChartColors, kind: ChartKind, brief: boolean): Part<'candle'> {
  const moves = { upColor: colors.up, downColor: colors.down, noChangeColor: colors.ink3 }
  const mark = { color: colors.ink2, textFamily: colors.family, textSize: colors.text }
  const text = { family: colors.family, size: colors.text, color: colors.ink2 }
  return {
    type: candleTypes[kind],
    bar: barColors(colors, kind),
    area: {
      lineSize: 1.5,
      lineColor: colors.accent,
      smooth: false,
      backgroundColor:
        kind === 'area'
          ? [
              { offset: 0, color: faded(colors.accent, 0.02) },
              { offset: 1, color: faded(colors.accent, 0.2) },
            ]
          : 'transparent',
      point: { show: false, animation: false },
    },
    priceMark: {
      high: mark,
      low: mark,
      last: {
        ...moves,
        line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
        text: {
          ...text,
          color: colors.surface,
          weight: 600,
          borderRadius: 3,
          paddingLeft: 5,
          paddingRight: 5,
        },
      },
    },
    tooltip: {
      showRule: brief ? 'follow_cross' : 'always',
      offsetLeft: 10,
      offsetTop: 8,
      title: { show: false },
      legend: { ...text, marginLeft: 0, marginRight: 12, marginTop: 0, marginBottom: 2, defaultValue: '–' },
    },
  }
}

function indicator(colors: ChartColors): Part<'indicator'> {
  const text = { family: colors.family, size: colors.text, color: colors.ink3 }
  const bar = {
    upColor: faded(colors.up, 0.55),
    downColor: faded(colors.down, 0.55),
    noChangeColor: colors.ink3,
  }
  return {
    ohlc: bar,
    bars: [{ style: 'fill', ...bar }],
    lines: colors.series.map((color) => ({ style: 'solid', smooth: false, size: 1, color })),
    circles: [{ style: 'fill', ...bar }],
    tooltip: {
      offsetLeft: 10,
      offsetTop: 4,
      title: { ...text, marginLeft: 0, marginRight: 8, marginTop: 2, marginBottom: 2 },
      legend: { ...text, marginLeft: 0, marginRight: 10, marginTop: 2, marginBottom: 2, defaultValue: '–' },
    },
  }
}

const axis = (colors: ChartColors): Part<'yAxis'> => ({
  axisLine: { color: colors.hairline },
  tickLine: { show: false },
  tickText: { color: colors.ink3, family: colors.family, size: colors.text, marginStart: 8, marginEnd: 10 },
})

const cross = (colors: ChartColors) => ({
  line: { color: colors.strong, style: 'dashed' as const, dashedValue: [3, 3], size: 1 },
  text: {
    family: colors.family,
    size: colors.text,
    color: colors.onInk,
    backgroundColor: colors.ink2,
    borderColor: colors.ink2,
    borderRadius: 3,
  },
})
