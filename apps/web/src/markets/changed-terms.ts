import type { MarketTermsShown } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'

/** Decimals of a percentage that show a share in full: 0.0005 is 0.05 %. */
const shareDigits = (share: string): number =>
  Math.max(0, (share.replace(/0+$/, '').split('.')[1]?.length ?? 0) - 2)

export const shareText = (share: string, tag: string, signed = false): string =>
  formatShare(share, tag, shareDigits(share), signed)

type Term = keyof MarketTermsShown

/** One of a market's terms in the reader's number format, kept together within right-to-left text. */
export function termText(term: Term, terms: MarketTermsShown, t: Translate, tag: string): string {
  const text =
    term === 'leverageMax'
      ? t('markets.rule.leverage.value', { max: terms.leverageMax })
      : term === 'spreadAdded'
        ? formatDecimal(terms.spreadAdded, tag)
        : shareText(terms[term], tag, term !== 'commissionRate')
  return `\u2068${text}\u2069`
}

export const termNames = {
  leverageMax: 'markets.rule.leverage',
  commissionRate: 'markets.rule.commission',
  spreadAdded: 'fees.spreadAdded',
  swapLong: 'markets.rule.swapLong',
  swapShort: 'markets.rule.swapShort',
} as const satisfies Record<Term, string>

/** Announced changes, term by term: old and new value; only the terms that differ. */
export const changedTerms = (
  now: MarketTermsShown,
  later: MarketTermsShown,
  t: Translate,
  tag: string,
): string[] =>
  (Object.keys(termNames) as Term[])
    .filter((term) => now[term] !== later[term])
    .map((term) =>
      t('fees.becomes', {
        name: t(termNames[term]),
        was: termText(term, now, t, tag),
        is: termText(term, later, t, tag),
      }),
    )
