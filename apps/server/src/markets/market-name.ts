import type { Language } from '@candor/contract'
import type { Market } from '@candor/rules'
import { translator } from '@candor/texts/server.ts'

const known = new Map<string, string>()

/** What a market is called where a language is at home: Gold, Oro, 黄金. Where nobody has a name of their own, its name stays. */
export function marketName(market: Market, language: Language): string {
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
