import type { ConversionRecord } from '@candor/contract'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatSecond } from '@candor/ui/figures/format-moment.ts'
import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useMemo } from 'react'
import { ListEnd } from '../../session/calls/list-end.tsx'
import { usePages } from '../../session/calls/use-pages.ts'
import { useWords } from '../../session/language/language.ts'
import { ConversionRate } from './conversion-rate.tsx'

/** Past conversions, newest first. */
export function ConversionsList() {
  const { t } = useWords()
  const columns = useColumns()
  const list = usePages('listConvert', {})
  const { items, failed, retry } = list
  return (
    <Card flush>
      <h2 className="px-4 pt-4 pb-2 font-semibold text-16 text-ink md:px-5">{t('convert.records')}</h2>
      {failed && <ErrorState title={t('shell.loadFailed')} onRetry={retry} />}
      {items === undefined && !failed && <SkeletonLines count={4} className="p-4" />}
      {items?.length === 0 && (
        <p className="px-4 pb-5 text-14 text-ink-2 md:px-5">{t('convert.records.empty')}</p>
      )}
      {items !== undefined && items.length > 0 && (
        <Table
          label={t('convert.records')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          card={(one) => (
            <CardLines
              title={<Money amount={one.amount} asset={one.from} />}
              value={<Money amount={one.received} asset={one.to} />}
              detail={<Moment at={one.createdAt} />}
              state={
                <span className="flex flex-col items-end">
                  <span>
                    {t('convert.column.fee')} <Money amount={one.fee} asset={one.from} />
                  </span>
                  <ConversionRate {...one} />
                </span>
              }
            />
          )}
        />
      )}
      <ListEnd list={list} quiet className="py-4" />
    </Card>
  )
}

function Moment({ at }: { readonly at: string }) {
  const { tag } = useWords()
  return (
    <time dateTime={at} className="figures text-ink-2">
      {formatSecond(at, tag)}
    </time>
  )
}

function useColumns(): readonly Column<ConversionRecord>[] {
  const { t } = useWords()
  return useMemo(
    () => [
      { key: 'time', title: t('convert.column.time'), cell: (one) => <Moment at={one.createdAt} /> },
      {
        key: 'given',
        title: t('convert.column.given'),
        end: true,
        cell: (one) => <Money amount={one.amount} asset={one.from} />,
      },
      {
        key: 'received',
        title: t('convert.column.received'),
        end: true,
        cell: (one) => <Money amount={one.received} asset={one.to} />,
      },
      { key: 'rate', title: t('convert.rate'), end: true, cell: (one) => <ConversionRate {...one} /> },
      {
        key: 'fee',
        title: t('convert.column.fee'),
        end: true,
        cell: (one) => <Money amount={one.fee} asset={one.from} />,
      },
    ],
    [t],
  )
}
