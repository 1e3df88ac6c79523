import { assetCodes } from '@candor/money'
import { statementGroups } from '@candor/rules/accounts/statement-groups.ts'
import { Select } from '@candor/ui/controls/select.tsx'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import type { StatementFilter } from './use-statement.ts'

/** Choices of what a statement lists: a group of entries, and in the real account one asset. */
export function StatementFilterBar({
  filter,
  onChange,
}: {
  readonly filter: StatementFilter
  readonly onChange: (filter: StatementFilter) => void
}) {
  const t = useT()
  const { mode } = useSession()
  const groups = [
    { value: 'all', label: t('statement.filter.all') },
    ...statementGroups.map((value) => ({ value, label: t(`statement.filter.${value}`) })),
  ]
  const assets = [
    { value: 'all', label: t('statement.filter.assets') },
    ...assetCodes.map((value) => ({ value, label: value })),
  ]
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Select
        label={t('statement.filter')}
        options={groups}
        value={filter.group ?? 'all'}
        onChange={(value) => onChange({ ...filter, group: statementGroups.find((group) => group === value) })}
        className="md:max-w-60"
      />
      {mode === 'real' && (
        <Select
          label={t('statement.balances.asset')}
          options={assets}
          value={filter.asset ?? 'all'}
          onChange={(value) => onChange({ ...filter, asset: assetCodes.find((asset) => asset === value) })}
          className="md:max-w-44"
        />
      )}
    </div>
  )
}
