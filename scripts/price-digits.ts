import { lineOf, parseSource, type SourceText } from './parse-source.ts'

const home = 'packages/ui/src/figures/format-decimal.ts'

const isShown = ({ file }: SourceText): boolean => /^(apps\/(web|console)|packages\/ui)\/src\//.test(file)

/** Files whose digits are not those of a market. */
export const otherDigits: Readonly<Record<string, string>> = {
  'apps/web/src/savings/yield-text.ts': 'of a yearly rate in percent',
}

const ownDecimals = /\b(?:min|max|(?:minimum|maximum)FractionDigits):\s*(?:[\w?]+\.)*digits\b/g

/** Finds prices that a page writes with decimals of its own choice in place of those of the market. */
export const ownPriceDigits = (sources: readonly SourceText[]): string[] =>
  sources
    .filter((source) => isShown(source) && source.file !== home && !Object.hasOwn(otherDigits, source.file))
    .flatMap((source) => {
      const lines = [...source.text.matchAll(ownDecimals)].map(({ index }) =>
        lineOf(parseSource(source), index),
      )
      return [...new Set(lines)].map(
        (line) => `${source.file}:${line}: prices with a market’s digits are written by ${home}`,
      )
    })
