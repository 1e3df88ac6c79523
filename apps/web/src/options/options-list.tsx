import type { MarketItem, Option } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatSecond } from '@candor/ui/figures/format-moment.ts'
import { CardLines, type Column, type NamedColumn, pickColumns, Table } from '@candor/ui/figures/table.tsx'
import { ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { useMarketsByCode } from '../orders/list/use-orders.ts'
import { TagChips } from '../orders/tags/tag-chips.tsx'
import { ListEnd } from '../session/calls/list-end.tsx'
import type { PagedList } from '../session/calls/use-pages.ts'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { goTo } from '../shell/hash-location.ts'
import {
  LastPrice,
  MidPrice,
  OptionDirectionWord,
  OptionProfit,
  OutcomeWord,
  periodText,
  StandingWord,
  TimeBar,
  TimeLeft,
} from './option-cells.tsx'
import { receiptPath } from './option-paths.ts'
import type { OptionTab } from './use-options.ts'

type Markets = ReadonlyMap<string, MarketItem>

/** The options of one state with both prices and what came of them. */
export function OptionsList({
  status,
  list,
  dense = false,
}: {
  readonly status: OptionTab
  readonly list: PagedList<Option>
  readonly dense?: boolean
}) {
  const { t } = useWords()
  const { isLogin } = useSession()
  const markets = useMarketsByCode()
  const columns = useColumns(status, markets)
  const { items, failed, retry } = list
  if (!isLogin) return <SignedOut />
  if (failed) return <ErrorState title={t('options.list.error')} onRetry={retry} />
  if (items === undefined) return <SkeletonLines count={dense ? 4 : 6} className="p-4" />
  return (
    <>
      {items.length === 0 ? (
        <Empty status={status} dense={dense} />
      ) : (
        <Table
          label={t(`options.list.${status}`)}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          onRow={({ id }) => goTo(`/profile/options/${id}`)}
          card={(option) => <OptionCard option={option} digits={digitsOf(markets, option)} />}
        />
      )}
      <ListEnd list={list} small quiet className="py-3" />
    </>
  )
}

const digitsOf = (markets: Markets, option: Option): number => markets.get(option.code)?.digits ?? 2

function SignedOut() {
  const { t } = useWords()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-5 text-14 text-ink-2">
      {t('options.list.signedOut')}
      <a href="#/pass/login" className="text-accent">
        {t('options.ticket.signIn')}
      </a>
    </p>
  )
}

function Empty({ status, dense }: { readonly status: OptionTab; readonly dense: boolean }) {
  const { t } = useWords()
  const text = t(`options.list.empty.${status}`)
  if (dense) return <p className="px-4 py-5 text-14 text-ink-2">{text}</p>
  return (
    <EmptyState
      icon={<ReceiptText aria-hidden />}
      title={text}
      action={
        <a href="#/market" className={buttonClass('secondary')}>
          {t('options.list.empty.act')}
        </a>
      }
    />
  )
}

/** Columns by state: a running option has a time left, an ended one a result and a receipt. */
const shownIn: Readonly<Record<OptionTab, readonly ColumnName[]>> = {
  open: ['code', 'side', 'period', 'amount', 'open', 'last', 'stand', 'left'],
  closed: ['code', 'side', 'period', 'amount', 'open', 'close', 'result', 'profit', 'at', 'receipt'],
}

function useColumns(status: OptionTab, markets: Markets): readonly Column<Option>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const columns = { ...boughtColumns(t, markets), ...runningColumns(t), ...endedColumns(t, tag) }
    return pickColumns<Option, ColumnName>(columns, shownIn[status])
  }, [status, markets, t, tag])
}

type ColumnName =
  | keyof ReturnType<typeof boughtColumns>
  | keyof ReturnType<typeof runningColumns>
  | keyof ReturnType<typeof endedColumns>

/** The option as it was bought, and both prices. */
function boughtColumns(t: Translate, markets: Markets) {
  const last = (title: string): NamedColumn<Option> => ({
    title,
    end: true,
    cell: (option) => <LastPrice option={option} digits={digitsOf(markets, option)} />,
  })
  return {
    code: {
      title: t('options.field.code'),
      cell: (option) => <b className="font-medium">{option.code}</b>,
    },
    side: {
      title: t('options.field.direction'),
      cell: (option) => <OptionDirectionWord direction={option.direction} />,
    },
    period: {
      title: t('options.field.periodSeconds'),
      end: true,
      cell: (option) => (
        <span className="whitespace-nowrap">{periodText(t, option.periodSeconds, true)}</span>
      ),
    },
    amount: {
      title: `${t('options.field.amount')} USDT`,
      end: true,
      cell: (option) => <Money amount={option.amount} />,
    },
    open: {
      title: t('options.field.openPrice'),
      end: true,
      cell: (option) => <MidPrice price={option.openPrice} digits={digitsOf(markets, option)} />,
    },
    last: last(t('options.field.lastPrice')),
    close: last(t('options.field.closePrice')),
  } satisfies Record<string, NamedColumn<Option>>
}

function runningColumns(t: Translate) {
  return {
    stand: { title: t('options.field.status'), cell: (option) => <StandingWord option={option} /> },
    left: {
      title: t('options.run.left'),
      end: true,
      cell: (option) => (
        <span className="inline-flex min-w-20 flex-col gap-1">
          <TimeLeft option={option} />
          <TimeBar option={option} />
        </span>
      ),
    },
  } satisfies Record<string, NamedColumn<Option>>
}

function endedColumns(t: Translate, tag: string) {
  return {
    result: { title: t('options.field.result'), cell: (option) => <OutcomeWord option={option} /> },
    profit: {
      title: t('options.field.profit'),
      end: true,
      cell: (option) => <OptionProfit option={option} />,
    },
    at: {
      title: t('options.field.closedAt'),
      end: true,
      cell: (option) => (
        <span className="figures text-12 text-ink-3">
          {option.closedAt === null ? '—' : formatSecond(option.closedAt, tag)}
        </span>
      ),
    },
    receipt: {
      title: <span className="sr-only">{t('options.page.receipt')}</span>,
      end: true,
      cell: (option) => (
        <a
          href={receiptPath(option.id)}
          onClick={(event) => event.stopPropagation()}
          className="text-12 text-accent"
        >
          {t('options.page.receipt')}
        </a>
      ),
    },
  } satisfies Record<string, NamedColumn<Option>>
}

/** On a phone: what and how much, the result at the end, both prices below. */
export function OptionCard({ option, digits }: { readonly option: Option; readonly digits: number }) {
  const { t } = useWords()
  const running = option.status === 'open'
  return (
    <a href={`#/profile/options/${option.id}`} className="flex flex-col gap-1.5 no-underline">
      <CardLines
        title={
          <span className="inline-flex items-center gap-2">
            {option.code} <OptionDirectionWord direction={option.direction} />
          </span>
        }
        value={running ? <Money amount={option.amount} asset="USDT" /> : <OptionProfit option={option} />}
        detail={
          <span>
            {periodText(t, option.periodSeconds, true)} ·{' '}
            <bdi dir="ltr">
              <MidPrice price={option.openPrice} digits={digits} /> →{' '}
              <LastPrice option={option} digits={digits} />
            </bdi>
          </span>
        }
        state={
          running ? (
            <TimeLeft option={option} className="text-14 text-ink" />
          ) : (
            <OutcomeWord option={option} />
          )
        }
      />
      <TagChips tags={option.tags} />
      {running && <TimeBar option={option} />}
    </a>
  )
}
