import { lineOf, parseSource, type SourceText } from './parse-source.ts'

/** Files of components and hooks: what they hold outlives a page, and with it a sign-out. */
const isPage = ({ file }: SourceText): boolean =>
  /^apps\/web\/src\/(?:.*\/)?(?:[^/]+\.tsx|use-[^/]+\.ts)$/.test(file) && !file.endsWith('.test.ts')

/** Values that hold nothing a customer entered. */
export const otherValues: Readonly<Record<string, string>> = {
  'apps/web/src/markets/list/use-named-watchlists.ts': 'a counter of changes',
  'apps/web/src/shell/use-on-screen.ts': 'the observer of all rows',
  'apps/web/src/markets/chart/state/use-market-chart.ts': 'the customer whose unsaved charts are dropped',
}

const outlives =
  /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set)(?:<.*>)?\(\))/gm

/** Finds values of pages that are left to the next customer on the same device. */
export const valuesLeftBehind = (sources: readonly SourceText[]): string[] =>
  sources
    .filter((source) => isPage(source) && !Object.hasOwn(otherValues, source.file))
    .flatMap((source) => {
      const tree = parseSource(source)
      return [...source.text.matchAll(outlives)].map(
        ({ index }) =>
          `${source.file}:${lineOf(tree, index)}: a value that outlives its page is a customerState (apps/web/src/session/customer-state.ts)`,
      )
    })
