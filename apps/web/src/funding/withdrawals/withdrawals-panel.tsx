import type { Withdrawal } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { ArrowUpFromLine } from 'lucide-react'
import { useMemo } from 'react'
import { usePages } from '../../session/calls/use-pages.ts'
import { useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { balancePath, withdrawalPath } from '../../shell/balance-paths.ts'
import { goTo } from '../../shell/hash-location.ts'
import { DemoNotice } from '../../shell/notices/demo-notice.tsx'
import { networkName } from '../deposits/deposit-form.ts'
import { momentColumn, RecordList } from '../record-list.tsx'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'
import { isGivenBack, Late, WithdrawalStatus } from './withdrawal-status.tsx'

/** The customer's withdrawals, the newest first; a press opens one with its timeline. */
export function WithdrawalsPanel({ openId }: { readonly openId: string | null }) {
  const { t } = useWords()
  const { mode } = useSession()
  const list = usePages('listWithdrwal', {})
  const columns = useColumns()
  if (mode === 'demo')
    return (
      <div className="max-w-[30rem]">
        <DemoNotice text={t('withdraw.demo')} />
      </div>
    )
  const open = list.items?.find(({ id }) => id === openId)
  return (
    <>
      <RecordList
        list={list}
        label={t('withdraw.tab.list')}
        columns={columns}
        pathOf={withdrawalPath}
        card={(one) => ({
          title: placeName(one),
          value: amountOf(one),
          state: <Standing withdrawal={one} />,
        })}
        file={{ call: 'listWithdrwal', name: 'withdrawals.csv' }}
        empty={{
          icon: <ArrowUpFromLine aria-hidden />,
          title: t('withdraw.empty.title'),
          text: t('withdraw.empty.text'),
          act: { path: balancePath('withdraw'), name: t('withdraw.tab') },
        }}
      />
      {open !== undefined && (
        <WithdrawalDialog withdrawal={open} onClose={() => goTo(balancePath('withdrawals').slice(1))} />
      )}
    </>
  )
}

const placeName = ({ network, bankAccount }: Withdrawal): string =>
  network === null ? (bankAccount ?? '') : networkName[network]

const amountOf = ({ amount, coin }: Withdrawal) => <Money amount={amount} asset={coin} max={9} />

function Standing({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  return (
    <span className="flex flex-col items-end">
      <WithdrawalStatus status={withdrawal.status} />
      <Late withdrawal={withdrawal} />
    </span>
  )
}

function useColumns(): readonly Column<Withdrawal>[] {
  const { t } = useWords()
  return useMemo(
    () =>
      [
        momentColumn(t('withdraw.field.at'), withdrawalPath),
        { key: 'to', title: t('withdraw.field.to'), cell: placeName },
        { key: 'amount', title: t('convert.amount'), end: true, cell: amountOf },
        {
          key: 'received',
          title: t('withdraw.received'),
          end: true,
          cell: (one) => (isGivenBack(one) ? '—' : <Money amount={one.received} asset={one.coin} max={9} />),
        },
        {
          key: 'status',
          title: t('funding.field.status'),
          end: true,
          cell: (one) => <Standing withdrawal={one} />,
        },
      ] satisfies Column<Withdrawal>[],
    [t],
  )
}
