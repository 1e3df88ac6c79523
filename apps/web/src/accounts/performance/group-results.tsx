import type { TradeResults } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { CardLines, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { useWords } from '../../session/language/language.ts'

type MarketResult = TradeResults['byMarket'][number]
type TagResult = TradeResults['byTag'][number]
type Result = Pick<MarketResult, 'count' | 'gains' | 'net'>

/** Net P&L of each market, the largest first. */
export function MarketResults({ results }: { readonly results: readonly MarketResult[] }) {
  const { t } = useWords()
  return (
    <Card flush>
      <SectionHead title={t('orders.stats.byMarket')} className="px-4 pt-4 pb-2 md:px-5" />
      <GroupTable
        label={t('orders.stats.byMarket')}
        heading={t('accounts.performance.market')}
        results={results}
        nameOf={({ code }) => code}
        keyOf={({ code }) => code}
      />
    </Card>
  )
}

/** Net P&L of each tag, the largest first; the orders without one come last. */
export function TagResults({ results }: { readonly results: readonly TagResult[] }) {
  const { t } = useWords()
  if (results.length === 0) return <NoTags />
  return (
    <Card flush>
      <SectionHead
        title={t('orders.stats.byTag')}
        text={t('orders.stats.byTag.note')}
        className="px-4 pt-4 pb-2 md:px-5"
      />
      <GroupTable
        label={t('orders.stats.byTag')}
        heading={t('orders.list.tag')}
        results={results}
        nameOf={({ tag }) => (tag === null ? t('orders.stats.byTag.without') : <TagLink tag={tag} />)}
        // No tag is empty.
        keyOf={({ tag }) => tag ?? ''}
      />
    </Card>
  )
}

function TagLink({ tag }: { readonly tag: string }) {
  return (
    <a
      href={`#/profile/orders?status=closed&tag=${encodeURIComponent(tag)}`}
      className="text-accent [overflow-wrap:anywhere]"
    >
      <bdi>{tag}</bdi>
    </a>
  )
}

function NoTags() {
  const { t } = useWords()
  return (
    <Card>
      <SectionHead title={t('orders.stats.byTag')} text={t('orders.stats.byTag.empty')} />
      <a href="#/profile/orders?status=closed" className={buttonClass('secondary', 's', false, 'mt-3')}>
        {t('orders.stats.byTag.action')}
      </a>
    </Card>
  )
}

interface GroupTableProps<Row extends Result> {
  readonly label: string
  readonly heading: string
  readonly results: readonly Row[]
  readonly nameOf: (row: Row) => ReactNode
  readonly keyOf: (row: Row) => string
}

function GroupTable<Row extends Result>({ label, heading, results, nameOf, keyOf }: GroupTableProps<Row>) {
  const { t, tag } = useWords()
  const change = ({ net }: Row) => <MoneyChange amount={net} max={2} arrow={false} />
  const winRate = ({ gains, count }: Row) => (
    <bdi dir="ltr" className="figures">
      {formatShare(String(gains / count), tag, 0)}
    </bdi>
  )
  return (
    <Table
      label={label}
      rows={results}
      rowKey={keyOf}
      card={(row) => (
        <CardLines
          title={nameOf(row)}
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
        { key: 'name', title: heading, cell: nameOf },
        { key: 'count', title: t('accounts.performance.number'), end: true, cell: ({ count }) => count },
        { key: 'rate', title: t('orders.stats.winRate'), end: true, cell: winRate },
        { key: 'net', title: `${t('orders.stats.net')} USDT`, end: true, cell: change },
      ]}
    />
  )
}
