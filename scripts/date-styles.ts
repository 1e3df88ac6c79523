import { lineOf, parseSource, type SourceText } from './parse-source.ts'

const home = 'packages/ui/src/figures/format-moment.ts'

/** Code that runs in a browser; letters and PDF documents of the server have their own style. */
const isShown = ({ file }: SourceText): boolean => /^(apps\/(web|console)|packages\/ui)\/src\//.test(file)

/** Files with formats of another purpose: they write no date or moment in full. */
export const otherPurposes: Readonly<Record<string, string>> = {
  'apps/web/src/markets/chart/chart-language.ts': 'the axis and the crosshair of the chart',
  'apps/web/src/orders/trade-statistics.tsx': 'the names of the bars, days or months',
  'apps/web/src/accounts/worth/worth-chart.tsx': 'the two ends of a curve',
  'apps/web/src/accounts/performance/result-calendar.tsx': 'the calendar: its month and weekdays',
  'apps/web/src/markets/ages.ts': 'a moment of the coming week: its weekday and time',
  'apps/web/src/kyc/day-input.tsx': 'the order of three fields, and names of months',
  'packages/ui/src/controls/date-input.tsx': 'the calendar: its month, weekdays and days read aloud',
}

const style = /\b(?:dateStyle|timeStyle|toLocale(?:Date|Time)?String)\b/g
/** Without arguments it only reads the zone. */
const formatter = /\bDateTimeFormat\b(?!\(\)|Options)/g

const patternsFor = (file: string): readonly RegExp[] =>
  Object.hasOwn(otherPurposes, file) ? [style] : [style, formatter]

/** Finds dates and moments that a page writes in a style of its own. */
export const ownDateStyles = (sources: readonly SourceText[]): string[] =>
  sources
    .filter((source) => isShown(source) && source.file !== home)
    .flatMap((source) => {
      const tree = parseSource(source)
      return patternsFor(source.file).flatMap((pattern) =>
        [...source.text.matchAll(pattern)].map(
          ({ index }) => `${source.file}:${lineOf(tree, index)}: dates and moments are written by ${home}`,
        ),
      )
    })
