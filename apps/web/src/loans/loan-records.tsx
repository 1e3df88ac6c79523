import type { Loan } from '@candor/contract'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useMemo } from 'react'
import { yearlyText } from '../savings/yield-text.ts'
import { ListEnd } from '../session/calls/list-end.tsx'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { goTo } from '../shell/hash-location.ts'
import { LoanStatusWord, loanPath, Moment, Rate } from './loan-cells.tsx'
import { useLoanRecords } from './use-loans.ts'

/** The customer's loans, newest first; each opens its own page. */
export function LoanRecords() {
  const { t } = useWords()
  const { isLogin, mode } = useSession()
  if (!isLogin) return null
  return (
    <section aria-labelledby="loan-records">
      <h2 id="loan-records" className="mb-3 font-semibold text-20 text-ink">
        {t('loans.records.title')}
      </h2>
      <Card flush className="overflow-hidden">
        {mode === 'demo' ? (
          <p className="px-5 py-8 text-14 text-ink-2">{t('loans.records.demo')}</p>
        ) : (
          <List />
        )}
      </Card>
    </section>
  )
}

function List() {
  const { t } = useWords()
  const list = useLoanRecords()
  const { items, failed, retry } = list
  const columns = useColumns()
  if (failed) return <ErrorState title={t('loans.records.error')} onRetry={retry} />
  if (items === undefined) return <SkeletonLines count={4} className="p-5" />
  if (items.length === 0) return <p className="px-5 py-8 text-14 text-ink-2">{t('loans.records.empty')}</p>
  return (
    <>
      <Table
        label={t('loans.records.title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        onRow={({ id }) => goTo(`/loan/${id}`)}
        card={(loan) => <LoanCard loan={loan} />}
      />
      <ListEnd list={list} small className="border-hairline border-t py-3" />
    </>
  )
}

function useColumns(): readonly Column<Loan>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const small = 'whitespace-nowrap text-12 text-ink-2'
    return [
      {
        key: 'amount',
        title: `${t('loans.field.amount')} USDT`,
        cell: (loan) => (
          <span className="flex flex-col">
            <Money amount={loan.amount} className="font-medium" />
            <span className="text-12 text-ink-3">{t('loans.days', { days: loan.days })}</span>
          </span>
        ),
      },
      {
        key: 'status',
        title: t('loans.field.status'),
        cell: (loan) => <LoanStatusWord status={loan.status} />,
      },
      {
        key: 'apr',
        title: t('loans.field.apr'),
        end: true,
        cell: (loan) => <Rate text={yearlyText(loan.apr, tag)} />,
      },
      {
        key: 'repaid',
        title: `${t('loans.field.repaid')} USDT`,
        end: true,
        cell: (loan) => <Money amount={loan.repaid} />,
      },
      {
        key: 'owed',
        title: `${t('loans.field.owed')} USDT`,
        end: true,
        cell: (loan) => <Money amount={loan.owed} className="font-medium" />,
      },
      {
        key: 'due',
        title: t('loans.field.dueAt'),
        cell: (loan) => (
          <span className={small}>
            <Moment iso={loan.dueAt} />
          </span>
        ),
      },
    ]
  }, [t, tag])
}

function LoanCard({ loan }: { readonly loan: Loan }) {
  const { t } = useWords()
  const running = loan.status === 'repaying' || loan.status === 'overdue'
  return (
    <a href={loanPath(loan.id)} className="flex flex-col gap-2 no-underline">
      <CardLines
        title={t('loans.days', { days: loan.days })}
        value={<Money amount={loan.amount} asset="USDT" />}
        detail={<Moment iso={running ? loan.dueAt : loan.createdAt} />}
        state={<LoanStatusWord status={loan.status} />}
      />
      {running && (
        <span className="flex items-baseline justify-between gap-3 text-12 text-ink-2">
          {t('loans.field.owed')}
          <Money amount={loan.owed} asset="USDT" className="text-14 text-ink" />
        </span>
      )}
    </a>
  )
}
