import type { CountryShown } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Switch } from '@candor/ui/choices.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { Field } from '@candor/ui/field.tsx'
import { SearchInput } from '@candor/ui/search-input.tsx'
import { Select } from '@candor/ui/select.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Table } from '@candor/ui/table.tsx'
import { useState } from 'react'
import { issuesOf, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { allCountries, countryName } from './country-names.ts'

const usual = (code: string): CountryShown => ({
  code,
  customers: 0,
  options: 'off',
  plans: 'on',
  accounts: 'open',
})
const why = { on: 'sold', off: 'off', never: 'never: the law of the place' } as const
const refusedWords: Readonly<Record<string, string>> = {
  never: 'The law there forbids it to retail customers; no list opens it.',
  unchanged: 'This is what holds already.',
}

/**
 * Countries and their products: closed countries accept nothing new; options only where two people allowed them, and never in the
 * EU, the EEA or the UK.
 */
export function CountriesPage() {
  const answer = useOps('opsCountries', {})
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<CountryShown | null>(null)
  const typed = search.trim().toLowerCase()
  const rows = (answer.data?.countries ?? []).filter(({ code }) =>
    `${code} ${countryName(code)}`.toLowerCase().includes(typed),
  )
  return (
    <div className="p-6">
      <PageHead
        title="Countries"
        text={`A closed country takes no new customers; those it has can close and withdraw. Options are off for real accounts until two people open a country; plans are on until two people close one.${
          answer.data !== undefined && answer.data.unknown > 0
            ? ` Of ${answer.data.unknown} customers no country is known: they buy no options.`
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
        <Button disabled={answer.data === undefined} onClick={() => setAsked(usual(''))}>
          Change a country …
        </Button>
      </PageHead>
      <Card flush>
        <Shown answer={answer}>
          {() => (
            <Table
              label="Countries"
              rows={rows}
              rowKey={({ code }) => code}
              columns={[
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
                  cell: ({ accounts }) => (
                    <Badge tone={accounts === 'open' ? 'good' : 'bad'}>{accounts}</Badge>
                  ),
                },
                {
                  key: 'options',
                  title: 'Options, real accounts',
                  cell: ({ options }) => (
                    <Badge tone={options === 'on' ? 'good' : 'neutral'}>{why[options]}</Badge>
                  ),
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
                {
                  key: 'act',
                  title: <span className="sr-only">Act</span>,
                  end: true,
                  cell: (country) => (
                    <Button
                      variant="secondary"
                      size="s"
                      aria-label={`Change ${countryName(country.code)}`}
                      onClick={() => setAsked(country)}
                    >
                      Change …
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Shown>
      </Card>
      {asked !== null && (
        <CountryDialog country={asked} known={answer.data?.countries ?? []} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}

function CountryDialog({
  country,
  known,
  onClose,
}: {
  readonly country: CountryShown
  readonly known: readonly CountryShown[]
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeCountry')
  const [chosen, setChosen] = useState(country)
  const [options, setOptions] = useState(country.options === 'on')
  const [plans, setPlans] = useState(country.plans === 'on')
  const [accounts, setAccounts] = useState(country.accounts === 'open')
  const choose = (code: string) => {
    const found = known.find((one) => one.code === code) ?? usual(code)
    setChosen(found)
    setOptions(found.options === 'on')
    setPlans(found.plans === 'on')
    setAccounts(found.accounts === 'open')
  }
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={country.code === '' ? 'Change a country' : countryName(country.code)}
      text="What runs goes on to its end."
      disabled={chosen.code === ''}
      error={propose.error}
      busy={propose.isPending}
      saidAt={[issue('code'), issue('options')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate({ code: chosen.code, options, plans, accounts, reason }, { onSuccess: done })
      }
    >
      {country.code === '' && (
        <Field label="Country">
          {(control) => (
            <Select
              {...control}
              searchable
              label="Country"
              placeholder="Choose a country"
              options={allCountries()}
              value={chosen.code}
              onChange={choose}
            />
          )}
        </Field>
      )}
      <SwitchRow
        label="Sign-up, real trading and deposits"
        note={accounts ? null : 'Customers there can still close positions and withdraw.'}
        checked={accounts}
        onChange={setAccounts}
      />
      <SwitchRow
        label="Options for real accounts"
        note={issue('options') ?? (chosen.options === 'never' ? refusedWords.never : null) ?? null}
        checked={options}
        disabled={chosen.options === 'never'}
        onChange={setOptions}
      />
      <SwitchRow label="Smart plans" note={issue('code')} checked={plans} onChange={setPlans} />
    </ProposalDialog>
  )
}

function SwitchRow({
  label,
  note,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: string
  readonly note: string | null
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="text-14 text-ink">
        {label}
        {note !== null && <span className="block text-12 text-ink-3">{note}</span>}
      </span>
      <Switch label={label} checked={checked} disabled={disabled} onChange={onChange} />
    </div>
  )
}

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
