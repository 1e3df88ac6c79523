import { Button } from '@candor/ui/button.tsx'
import { Tabs } from '@candor/ui/choices.tsx'
import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { Select } from '@candor/ui/select.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMarketList } from '../markets/use-market-list.ts'
import { downloadText } from '../orders/download-text.ts'
import { useWords } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { optionTotals, type ResultFilter, resultFilters, withResult } from './option-filter.ts'
import { optionsCsv } from './options-csv.ts'
import { OptionsList } from './options-list.tsx'
import { type OptionTab, optionTabs, useOptions } from './use-options.ts'

const everyMarket = ''

/** All of the customer's options: running or settled, by market and result; the loaded ones as a file. */
export default function OptionsPage() {
  const { t, tag } = useWords()
  const { mode } = useSession()
  const [status, setStatus] = useState<OptionTab>('open')
  const [code, setCode] = useState(everyMarket)
  const [result, setResult] = useState<ResultFilter>('all')
  const list = useOptions(status, code === everyMarket ? undefined : code)
  const { items } = list
  const shown = useMemo(
    () => (items === undefined || status === 'open' ? items : withResult(items, result)),
    [items, status, result],
  )
  const totals = shown === undefined ? null : optionTotals(shown)
  const save = () =>
    downloadText(
      t('options.list.csv.name', { mode }),
      optionsCsv(shown ?? [], (field) => t(`options.field.${field}`)),
      'text/csv',
    )
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-6 md:px-6 md:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-semibold text-20 text-ink md:text-28">{t('options.list.page')}</h1>
        <Button
          variant="secondary"
          icon={<Download aria-hidden className="size-4" />}
          disabled={shown === undefined || shown.length === 0}
          onClick={save}
        >
          {t('options.list.csv')}
        </Button>
      </header>
      <Card flush className="overflow-hidden">
        <Tabs
          label={t('options.list.state')}
          choices={optionTabs.map((value) => ({ value, label: t(`options.list.${value}`) }))}
          value={status}
          onChange={setStatus}
          className="px-5 pt-1"
        />
        <div className="flex flex-wrap gap-3 border-hairline border-b px-5 py-3">
          <MarketChoice code={code} onChange={setCode} />
          {status === 'closed' && (
            <Select
              label={t('options.list.result')}
              className="max-w-44 max-md:max-w-none"
              options={resultFilters.map((value) => ({
                value,
                label: value === 'all' ? t('options.list.result.all') : t(`options.result.${value}`),
              }))}
              value={result}
              onChange={setResult}
            />
          )}
        </div>
        {status === 'closed' && totals !== null && totals.count > 0 && (
          <p className="border-hairline border-b px-5 py-2.5 text-12 text-ink-2">
            {t('options.list.totals', {
              ...totals,
              profit: formatDecimal(totals.profit, tag, { min: 2, max: 6, signed: true }),
            })}
          </p>
        )}
        <OptionsList status={status} list={list} shown={shown} />
      </Card>
    </div>
  )
}

function MarketChoice({
  code,
  onChange,
}: {
  readonly code: string
  readonly onChange: (code: string) => void
}) {
  const { t } = useWords()
  const { markets } = useMarketList()
  const options = useMemo(
    () => [
      { value: everyMarket, label: t('options.list.market.all') },
      ...(markets ?? []).map((market) => ({ value: market.code, label: market.code })),
    ],
    [markets, t],
  )
  return (
    <Select
      searchable
      label={t('options.list.market')}
      className="max-w-52 max-md:max-w-none"
      options={options}
      value={code}
      onChange={onChange}
    />
  )
}
