import { Select } from '@candor/ui/controls/select.tsx'
import { useMemo } from 'react'
import { useT } from '../../../session/language/language.ts'
import { useMarketList } from '../../list/use-market-list.ts'
import type { MarketChart } from '../state/use-market-chart.ts'

/** Chooses the market that is drawn into the chart. Both are then compared in percent; without one the prices are shown again. */
export function CompareSelect({
  code,
  chart: { compare },
  change,
  ...control
}: MarketChart & { readonly code: string; readonly id: string; readonly 'aria-describedby'?: string }) {
  const t = useT()
  const { markets = [] } = useMarketList()
  const options = useMemo(
    () => [
      { value: '', label: t('chart.settings.noComparison') },
      ...markets
        .filter((market) => market.code !== code)
        .map((market) => ({ value: market.code, label: `${market.code} · ${market.appName}` })),
    ],
    [t, markets, code],
  )
  const choose = (chosen: string) =>
    change(({ compare: _before, ...now }) =>
      chosen === ''
        ? { ...now, scale: now.scale === 'percent' ? 'linear' : now.scale }
        : { ...now, compare: chosen, scale: 'percent' },
    )
  return <Select {...control} options={options} value={compare ?? ''} onChange={choose} searchable />
}
