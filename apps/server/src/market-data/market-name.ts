import type { Language } from '@candor/contract'
import type { Market } from '@candor/rules'
import { translator } from '@candor/texts/server.ts'

const known = new Map<string, string>()

/**
 * Returns a market's name in a language: Gold, Oro, 黄金. Keeps its name where the language has none of its own. A market that the operator
 * added has the names that the operator gave it.
 */
export function marketName(market: Market, language: Language): string {
  if (market.added !== undefined) return market.added.names[language] ?? market.name
  const key = `${language} ${market.code}`
  const name = known.get(key) ?? nameOf(market, language)
  known.set(key, name)
  return name
}

function nameOf(market: Market, language: Language): string {
  const own = (symbol: string) => translator(language).maybe(`instruments.name.${symbol}`)
  // A pair is called by the names of its two sides.
  const [base = '', quote] = market.name.split(' / ')
  if (quote === undefined) return own(market.code) ?? market.name
  return `${own(market.base) ?? base} / ${own(market.quoteCurrency) ?? quote}`
}
