import { useWords } from '../session/language/language.ts'
import { netResult, type ResultParts } from './net-result.ts'
import { lessOf, ResultCard, type ResultLine } from './result-card.tsx'

/** Shows what a closed contract brought, after all costs. */
export function NetResultCard({ parts }: { readonly parts: ResultParts }) {
  const { t } = useWords()
  const lines: readonly ResultLine[] = [
    { name: t('orders.field.profit'), amount: parts.profit, change: true },
    { name: t('orders.field.fee'), amount: lessOf(parts.fee) },
    { name: t('orders.field.swap'), amount: parts.swap },
    ...rare
      .filter((name) => Number(parts[name]) !== 0)
      .map((name) => ({ name: t(`receipts.fact.${name}`), amount: parts[name] })),
  ]
  return <ResultCard name={t('orders.stats.net')} net={netResult(parts)} lines={lines} />
}

/** Shown only where an order had them. */
const rare = ['dividend', 'cash'] as const
