import type { TradeResults } from '@candor/contract'
import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { CardLines, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'

type MarketResult = TradeResults['byMarket'][number]

/** Net P&L of each market, the largest first. */
export function MarketResults({ results }: { readonly results: readonly MarketResult[] }) {
  const { t, tag } = useWords()
  const change = ({ net }: MarketResult) => <MoneyChange amount={net} max={2} arrow={false} />
  const winRate = ({ gains, count }: MarketResult) => (
    <bdi dir="ltr" className="figures">
      {formatShare(String(gains / count), tag, 0)}
    </bdi>
  )
  return (
    <Card flush>
      <SectionHead title={t('orders.stats.byMarket')} className="px-4 pt-4 pb-2 md:px-5" />
      <Table
        label={t('orders.stats.byMarket')}
        rows={results}
        rowKey={({ code }) => code}
        card={(row) => (
          <CardLines
            title={row.code}
            value={change(row)}
            detail={t('accounts.performance.count', { count: row.count })}
            state={
              <>
                {t('orders.stats.winRate')} {winRate(row)}
              </>
            }
          />
        )}
        columns={[
          { key: 'code', title: t('accounts.performance.market'), cell: ({ code }) => code },
          { key: 'count', title: t('accounts.performance.number'), end: true, cell: ({ count }) => count },
          { key: 'rate', title: t('orders.stats.winRate'), end: true, cell: winRate },
          { key: 'net', title: `${t('orders.stats.net')} USDT`, end: true, cell: change },
        ]}
      />
    </Card>
  )
}
