import { Amount } from '@candor/money'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { CardLines, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { availableOf } from '../../session/available-of.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'

/** The chosen account's balance of every coin. */
export function BalancesCard() {
  const t = useT()
  const { data } = useApiQuery('getUserInfo', {})
  if (data === undefined) return <SkeletonLines count={2} className="mt-6" />
  const money = (amount: string, asset: string) => <Money amount={amount} asset={asset} />
  const total = ({ asset, available, held }: (typeof data.balances)[number]) =>
    (Amount.parse(asset, available) ?? Amount.zero(asset))
      .plus(Amount.parse(asset, held) ?? Amount.zero(asset))
      .toString()
  return (
    <Card flush className="mt-6">
      <Table
        label={t('statement.balances')}
        rows={data.balances}
        rowKey={(one) => one.asset}
        card={(one) => (
          <CardLines
            title={one.asset}
            value={money(total(one), one.asset)}
            detail={t('statement.balances.held')}
            state={money(one.held, one.asset)}
          />
        )}
        columns={[
          {
            key: 'asset',
            title: t('statement.balances.asset'),
            cell: (one) => <strong className="font-semibold">{one.asset}</strong>,
          },
          {
            key: 'free',
            title: t('statement.balances.available'),
            end: true,
            cell: (one) => money(availableOf(data, one.asset) ?? one.available, one.asset),
          },
          {
            key: 'held',
            title: t('statement.balances.held'),
            end: true,
            cell: (one) => money(one.held, one.asset),
          },
          {
            key: 'total',
            title: t('statement.balances.total'),
            end: true,
            cell: (one) => money(total(one), one.asset),
          },
        ]}
      />
    </Card>
  )
}
