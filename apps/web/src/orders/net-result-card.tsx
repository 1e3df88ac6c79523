import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language/language.ts'
import { netResult, type ResultParts } from './net-result.ts'
import { digitsFor } from './ticket/ticket-cost-list.tsx'

/** Shows what a closed order brought: the net result to the cent, then the sum it comes from with every digit, so that it adds up. */
export function NetResultCard({ parts }: { readonly parts: ResultParts }) {
  const { t } = useWords()
  const net = netResult(parts)
  return (
    <Card>
      <p className="text-14 text-ink-2">{t('orders.stats.net')}</p>
      <p className="mt-1 font-semibold text-28 [&_bdi]:text-28">
        <MoneyChange amount={net} asset="USDT" max={digitsFor(net)} />
      </p>
      <DetailList className="mt-3">
        <Detail name={t('orders.field.profit')}>
          <MoneyChange amount={parts.profit} asset="USDT" max={6} />
        </Detail>
        <Detail name={t('orders.field.fee')}>
          <Money amount={lessOf(parts.fee)} asset="USDT" max={6} />
        </Detail>
        <Detail name={t('orders.field.swap')}>
          <Money amount={parts.swap} asset="USDT" max={6} />
        </Detail>
        {rare
          .filter((name) => Number(parts[name]) !== 0)
          .map((name) => (
            <Detail key={name} name={t(`receipts.fact.${name}`)}>
              <Money amount={parts[name]} asset="USDT" max={6} />
            </Detail>
          ))}
      </DetailList>
    </Card>
  )
}

/** Shown only where an order had them. */
const rare = ['dividend', 'cash'] as const

/** Writes what was paid as it counts in the sum. */
const lessOf = (fee: string): string => (Number(fee) === 0 ? fee : `-${fee}`)
