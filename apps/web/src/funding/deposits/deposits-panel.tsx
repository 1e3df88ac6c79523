import type { Recharge } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { ArrowDownToLine } from 'lucide-react'
import { useMemo } from 'react'
import { usePages } from '../../session/calls/use-pages.ts'
import { useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { balancePath, depositPath } from '../../shell/balance-paths.ts'
import { goTo } from '../../shell/hash-location.ts'
import { DemoNotice } from '../../shell/notices/demo-notice.tsx'
import { momentColumn, RecordList } from '../record-list.tsx'
import { DepositStatus, DepositWaits, stateOfDeposit } from './deposit-cells.tsx'
import { DepositDialog } from './deposit-dialog.tsx'
import { networkName } from './deposit-form.ts'

/** The customer's deposits, the newest first; a press opens one with its timeline. */
export function DepositsPanel({ openId }: { readonly openId: string | null }) {
  const { t } = useWords()
  const { mode } = useSession()
  const list = usePages('listRecharge', {})
  const columns = useColumns()
  if (mode === 'demo')
    return (
      <div className="max-w-[30rem]">
        <DemoNotice text={t('funding.demo.text')} />
      </div>
    )
  const open = list.items?.find(({ id }) => id === openId) ?? null
  return (
    <>
      <RecordList
        list={list}
        label={t('funding.tab.deposits')}
        columns={columns}
        pathOf={depositPath}
        card={(deposit) => ({
          title: networkName[deposit.network],
          value: amountOf(deposit),
          state: <DepositStatus status={stateOfDeposit(deposit)} />,
        })}
        file={{ call: 'listRecharge', name: 'deposits.csv' }}
        empty={{
          icon: <ArrowDownToLine aria-hidden />,
          title: t('funding.list.empty.title'),
          text: t('funding.list.empty.text'),
          act: { path: balancePath('deposit'), name: t('funding.tab.deposit') },
        }}
      />
      {open !== null && (
        <DepositDialog deposit={open} onClose={() => goTo(balancePath('deposits').slice(1))} />
      )}
    </>
  )
}

const amountOf = ({ credited, amount, coin }: Recharge) => (
  <Money amount={credited ?? amount} asset={coin} max={9} />
)

function useColumns(): readonly Column<Recharge>[] {
  const { t } = useWords()
  return useMemo(
    () =>
      [
        momentColumn(t('funding.field.at'), depositPath),
        { key: 'network', title: t('funding.field.network'), cell: ({ network }) => networkName[network] },
        {
          key: 'transaction',
          title: t('funding.field.transaction'),
          cell: ({ hash, hashLast6 }) => (
            <bdi dir="ltr" className="figures text-ink-2">
              {hash === null ? `…${hashLast6}` : `${hash.slice(0, 10)}…${hashLast6}`}
            </bdi>
          ),
        },
        { key: 'amount', title: t('funding.field.amount'), end: true, cell: amountOf },
        {
          key: 'status',
          title: t('funding.field.status'),
          end: true,
          cell: (deposit) => (
            <span className="flex flex-col items-end">
              <DepositStatus status={stateOfDeposit(deposit)} />
              <DepositWaits deposit={deposit} className="text-12 text-ink-3" />
            </span>
          ),
        },
      ] satisfies Column<Recharge>[],
    [t],
  )
}
