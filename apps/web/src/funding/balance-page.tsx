import { Tabs } from '@candor/ui/controls/choices.tsx'
import { useId } from 'react'
import { BalancesCard } from '../accounts/profile/balances-card.tsx'
import { useT } from '../session/language/language.ts'
import {
  type BalanceAction,
  balanceActions,
  balancePath,
  balancePlaceOf,
  type HistorySection,
  historySections,
} from '../shell/balance-paths.ts'
import { goTo, useHashQuery } from '../shell/hash-location.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { ConvertPanel } from './conversions/convert-panel.tsx'
import { DepositPanel } from './deposits/deposit-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { WithdrawPanel } from './withdrawals/withdraw-panel.tsx'

type Tab = BalanceAction | 'history'
const tabs: readonly Tab[] = [...balanceActions, 'history']

/** The account's balances; deposit, withdrawal and conversion; and every record of them. */
export default function BalancePage() {
  const t = useT()
  const panelId = useId()
  const { tab: place, id } = balancePlaceOf(useHashQuery())
  const section = historySections.find((one): one is HistorySection => one === place)
  const tab = tabs.find((one) => one === place) ?? 'history'
  const names: Readonly<Record<Tab, string>> = {
    deposit: t('funding.tab.deposit'),
    withdraw: t('withdraw.tab'),
    convert: t('convert.title'),
    history: t('funding.tab.history'),
  }
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 md:px-6 md:py-10">
      <h1 className="font-semibold text-28">{t('funding.balance.title')}</h1>
      <BalancesCard />
      <Tabs
        label={t('funding.balance.title')}
        choices={tabs.map((value) => ({ value, label: names[value] }))}
        value={tab}
        onChange={(next) => goTo(balancePath(next === 'history' ? 'statement' : next).slice(1))}
        panelId={panelId}
        className="mt-8 mb-5"
      />
      <div id={panelId} role="tabpanel" aria-label={names[tab]}>
        {tab === 'deposit' && (
          <UnlessFrozen>
            <DepositPanel />
          </UnlessFrozen>
        )}
        {tab === 'withdraw' && <WithdrawPanel />}
        {tab === 'convert' && (
          <UnlessFrozen>
            <ConvertPanel />
          </UnlessFrozen>
        )}
        {section !== undefined && <HistoryPanel section={section} openId={id} />}
      </div>
    </div>
  )
}
