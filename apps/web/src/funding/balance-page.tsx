import { Tabs } from '@candor/ui/controls/choices.tsx'
import { useId } from 'react'
import { BalancesCard } from '../accounts/profile/balances-card.tsx'
import { StatementPanel } from '../accounts/statement/statement-panel.tsx'
import { useT } from '../session/language/language.ts'
import { type BalanceTab, balancePath, balancePlaceOf, balanceTabs } from '../shell/balance-paths.ts'
import { goTo, useHashQuery } from '../shell/hash-location.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { ConvertPanel } from './conversions/convert-panel.tsx'
import { DepositPanel } from './deposits/deposit-panel.tsx'
import { DepositsPanel } from './deposits/deposits-panel.tsx'
import { WithdrawPanel } from './withdrawals/withdraw-panel.tsx'
import { WithdrawalsPanel } from './withdrawals/withdrawals-panel.tsx'

/** The account's balances, deposits and withdrawals, and every ledger movement. */
export default function BalancePage() {
  const t = useT()
  const panelId = useId()
  const { tab, id } = balancePlaceOf(useHashQuery())
  const names: Readonly<Record<BalanceTab, string>> = {
    statement: t('statement.title'),
    deposit: t('funding.tab.deposit'),
    deposits: t('funding.tab.deposits'),
    withdraw: t('withdraw.tab'),
    withdrawals: t('withdraw.tab.list'),
    convert: t('convert.title'),
  }
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 md:px-6 md:py-10">
      <h1 className="font-semibold text-28">{t('funding.balance.title')}</h1>
      <BalancesCard />
      <Tabs
        label={t('funding.balance.title')}
        choices={balanceTabs.map((value) => ({ value, label: names[value] }))}
        value={tab}
        onChange={(next) => goTo(balancePath(next).slice(1))}
        panelId={panelId}
        className="mt-8 mb-5"
      />
      <div id={panelId} role="tabpanel" aria-label={names[tab]}>
        {tab === 'statement' && <StatementPanel />}
        {tab === 'deposit' && (
          <UnlessFrozen>
            <DepositPanel />
          </UnlessFrozen>
        )}
        {tab === 'deposits' && <DepositsPanel openId={id} />}
        {tab === 'withdraw' && <WithdrawPanel />}
        {tab === 'withdrawals' && <WithdrawalsPanel openId={id} />}
        {tab === 'convert' && (
          <UnlessFrozen>
            <ConvertPanel />
          </UnlessFrozen>
        )}
      </div>
    </div>
  )
}
