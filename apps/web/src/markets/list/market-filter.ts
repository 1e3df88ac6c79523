/** Selection of the list: a class, the watched markets, or all; also narrowed by the search text. */
export type MarketTab = 'watched' | 'all' | 1 | 2 | 3 | 4

export const marketTabs: readonly MarketTab[] = ['watched', 'all', 1, 2, 3, 4]

interface Listed {
  readonly code: string
  readonly appName: string
  readonly type: number
}

/** The markets of a tab that match every typed word, in the order the server gave; typing searches every class. */
export function filterMarkets<M extends Listed>(
  markets: readonly M[],
  tab: MarketTab,
  watched: ReadonlySet<string>,
  typed: string,
): M[] {
  const words = typed.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length > 0) return byRelevance(markets, words)
  return markets.filter((market) => inTab(market, tab, watched))
}

function inTab(market: Listed, tab: MarketTab, watched: ReadonlySet<string>): boolean {
  if (tab === 'all') return true
  if (tab === 'watched') return watched.has(market.code)
  return market.type === tab
}

/** Codes that begin with the first word come first, then names, then names with a word that does; otherwise the given order stays. */
function byRelevance<M extends Listed>(markets: readonly M[], words: string[]): M[] {
  const hits = markets.filter((market) => {
    const text = `${market.code} ${market.appName}`.toLocaleLowerCase()
    return words.every(
      (word) => text.includes(word) || text.replaceAll('/', '').includes(word.replaceAll('/', '')),
    )
  })
  const first = words[0] ?? ''
  return hits.toSorted((one, other) => distance(one, first) - distance(other, first))
}

/** Returns how far a market is from a typed word: “ether” is the beginning of Ethereum, and only a part of Bitcoin / Tether. */
function distance({ code, appName }: Listed, typed: string): number {
  const name = appName.toLocaleLowerCase()
  if (code.toLocaleLowerCase().startsWith(typed)) return 0
  if (name.startsWith(typed)) return 1
  return name.split(/[\s/]+/).some((word) => word.startsWith(typed)) ? 2 : 3
}
