import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { StatementPanel } from '../accounts/statement/statement-panel.tsx'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { balancePath, type HistorySection, historySections } from '../shell/balance-paths.ts'
import { goTo } from '../shell/hash-location.ts'
import { DemoNotice } from '../shell/notices/demo-notice.tsx'
import { useLayout } from '../shell/use-layout.ts'
import { ConversionsList } from './conversions/conversions-list.tsx'
import { DepositsPanel } from './deposits/deposits-panel.tsx'
import { WithdrawalsPanel } from './withdrawals/withdrawals-panel.tsx'

/** The records of an account: its statement, deposits, withdrawals and conversions. */
export function HistoryPanel({
  section,
  openId,
}: {
  readonly section: HistorySection
  readonly openId: string | null
}) {
  return (
    <>
      <SectionChoice section={section} />
      {section === 'statement' && <StatementPanel />}
      {section === 'deposits' && <DepositsPanel openId={openId} />}
      {section === 'withdrawals' && <WithdrawalsPanel openId={openId} />}
      {section === 'conversions' && <Conversions />}
    </>
  )
}

function SectionChoice({ section }: { readonly section: HistorySection }) {
  const t = useT()
  const layout = useLayout()
  const names: Readonly<Record<HistorySection, string>> = {
    statement: t('statement.title'),
    deposits: t('funding.tab.deposits'),
    withdrawals: t('withdraw.tab.list'),
    conversions: t('convert.records'),
  }
  const choice = {
    label: t('funding.tab.history'),
    value: section,
    onChange: (next: HistorySection) => goTo(balancePath(next).slice(1)),
  }
  const choices = historySections.map((value) => ({ value, label: names[value] }))
  return layout === 'desktop' ? (
    <SegmentedControl {...choice} choices={choices} className="mb-5" />
  ) : (
    <Select {...choice} options={choices} className="mb-5 w-full" />
  )
}

function Conversions() {
  const t = useT()
  const { mode } = useSession()
  if (mode === 'real') return <ConversionsList />
  return (
    <div className="max-w-[30rem]">
      <DemoNotice text={t('convert.demo')} />
    </div>
  )
}
