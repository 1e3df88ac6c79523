import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { Switch } from '@candor/ui/controls/switch.tsx'
import { useT } from '../../session/language/language.ts'
import { chainNames, chains, type MarketFilter, saleKinds, shownStatuses, sorts } from './market-filter.ts'

export interface ChoicesProps {
  readonly filter: MarketFilter
  readonly onChange: (filter: MarketFilter) => void
}

export function StatusChoice({ filter, onChange, full = false }: ChoicesProps & { readonly full?: boolean }) {
  const t = useT()
  return (
    <SegmentedControl
      full={full}
      label={t('nft.filter.status')}
      choices={shownStatuses.map((value) => ({ value, label: t(`nft.status.${value}`) }))}
      value={filter.status === 'unsold' ? 'open' : filter.status}
      onChange={(status) => onChange({ ...filter, status })}
    />
  )
}

export function KindChoice({ filter, onChange, full = false }: ChoicesProps & { readonly full?: boolean }) {
  const t = useT()
  return (
    <SegmentedControl
      full={full}
      label={t('nft.filter.kind')}
      choices={saleKinds.map((value) => ({ value, label: t(`nft.kind.${value}`) }))}
      value={filter.kind}
      onChange={(kind) => onChange({ ...filter, kind })}
    />
  )
}

export function ChainChoice({ filter, onChange }: ChoicesProps) {
  const t = useT()
  return (
    <Select
      label={t('nft.filter.chain')}
      options={[
        { value: 'all' as const, label: t('nft.chain.all') },
        ...chains.map((value) => ({ value, label: chainNames[value] })),
      ]}
      value={filter.chain}
      onChange={(chain) => onChange({ ...filter, chain })}
    />
  )
}

export function SortChoice({ filter, onChange }: ChoicesProps) {
  const t = useT()
  return (
    <Select
      label={t('nft.sort.label')}
      options={sorts.map((value) => ({ value, label: t(`nft.sort.${value}`) }))}
      value={filter.sort}
      onChange={(sort) => onChange({ ...filter, sort })}
    />
  )
}

export function VerifiedChoice({ filter, onChange }: ChoicesProps) {
  const t = useT()
  return (
    <span className="inline-flex min-h-11 items-center gap-2 text-14 text-ink">
      <Switch
        label={t('nft.filter.verified')}
        checked={filter.verifiedOnly}
        onChange={(verifiedOnly) => onChange({ ...filter, verifiedOnly })}
      />
      <span aria-hidden>{t('nft.filter.verified')}</span>
    </span>
  )
}
