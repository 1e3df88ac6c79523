import type { CountryShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { CountryDialog, usual } from './country-dialog.tsx'
import { countryName } from './country-names.ts'

const why = { on: 'on', off: 'off', never: 'prohibited by law' } as const

/**
 * Countries and their products: closed countries accept nothing new; options only where two people allowed them, and never in the
 * EU, the EEA or the UK.
 */
export function CountriesPage() {
  const query = useOps('opsCountries', {})
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<CountryShown | null>(null)
  const typed = search.trim().toLowerCase()
  const rows = (query.data?.countries ?? []).filter(({ code }) =>
    `${code} ${countryName(code)}`.toLowerCase().includes(typed),
  )
  return (
    <div className="p-6">
      <PageHead
        title="Countries"
        text={`A closed country takes no new customers; existing ones can still close positions and withdraw. Options for real accounts are off until two people turn them on; smart plans are on until two people turn them off.${
          query.data !== undefined && query.data.unknown > 0
            ? ` Customers without a known country (${query.data.unknown}) cannot buy options.`
            : ''
        }`}
      >
        <SearchInput
          compact
          aria-label="Search countries"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <CsvButton name="countries" rows={() => rowsOf(rows)} />
        <Button disabled={query.data === undefined} onClick={() => setEdited(usual(''))}>
          Change a country …
        </Button>
      </PageHead>
      <Card flush>
        <Shown query={query}>
          {() => (
            <Table label="Countries" rows={rows} rowKey={({ code }) => code} columns={columns(setEdited)} />
          )}
        </Shown>
      </Card>
      {edited !== null && (
        <CountryDialog country={edited} known={query.data?.countries ?? []} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

const columns = (onChange: (country: CountryShown) => void): readonly Column<CountryShown>[] => [
  {
    key: 'code',
    title: 'Country',
    cell: ({ code }) => (
      <span>
        <span className="font-medium text-ink">{countryName(code)}</span>{' '}
        <span className="text-12 text-ink-3">{code}</span>
      </span>
    ),
  },
  {
    key: 'accounts',
    title: 'Sign-up, trading, deposits',
    cell: ({ accounts }) => <Badge tone={accounts === 'open' ? 'good' : 'bad'}>{accounts}</Badge>,
  },
  {
    key: 'options',
    title: 'Options for real accounts',
    cell: ({ options }) => <Badge tone={options === 'on' ? 'good' : 'neutral'}>{why[options]}</Badge>,
  },
  {
    key: 'plans',
    title: 'Smart plans',
    cell: ({ plans }) => <Badge tone={plans === 'on' ? 'good' : 'warn'}>{why[plans]}</Badge>,
  },
  {
    key: 'customers',
    title: 'Customers',
    end: true,
    cell: ({ customers }) => <span className="figures">{customers}</span>,
  },
  actColumn((country) => (
    <Button
      variant="secondary"
      size="s"
      aria-label={`Change ${countryName(country.code)}`}
      onClick={() => onChange(country)}
    >
      Change …
    </Button>
  )),
]

const rowsOf = (rows: readonly CountryShown[]) => [
  ['country', 'name', 'accounts', 'options', 'plans', 'customers'],
  ...rows.map((one) => [
    one.code,
    countryName(one.code),
    one.accounts,
    one.options,
    one.plans,
    String(one.customers),
  ]),
]
