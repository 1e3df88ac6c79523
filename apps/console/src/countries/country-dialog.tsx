import type { CountryShown } from '@candor/contract'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { SwitchRow } from '../shell/choices/switch-row.tsx'
import { allCountries, countryName } from './country-names.ts'

/** A country as it is while no list names it. */
export const usual = (code: string): CountryShown => ({
  code,
  customers: 0,
  options: 'off',
  plans: 'on',
  accounts: 'open',
})

const refusedWords = {
  never: 'Local law prohibits it for retail customers, so it cannot be turned on.',
  unchanged: 'This already applies.',
} as const

/** Dialog to open or close a country, and to change what is sold there. */
export function CountryDialog({
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
  const [sold, setSold] = useState(() => switchesOf(country))
  const choose = (code: string) => {
    const next = known.find((one) => one.code === code) ?? usual(code)
    setChosen(next)
    setSold(switchesOf(next))
  }
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={country.code === '' ? 'Change a country' : countryName(country.code)}
      text="Whatever is already running continues to its end."
      disabled={chosen.code === ''}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('code'), issue('options')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate({ code: chosen.code, ...sold, reason }, { onSuccess: done })
      }
    >
      {country.code === '' && (
        <SelectField
          searchable
          label="Country"
          placeholder="Choose a country"
          options={allCountries()}
          value={chosen.code}
          onChange={choose}
        />
      )}
      <Switches sold={sold} onSold={setSold} neverOptions={chosen.options === 'never'} issue={issue} />
    </ProposalDialog>
  )
}

const switchesOf = ({ options, plans, accounts }: CountryShown) => ({
  options: options === 'on',
  plans: plans === 'on',
  accounts: accounts === 'open',
})
type Switched = ReturnType<typeof switchesOf>

function Switches({
  sold,
  onSold,
  neverOptions,
  issue,
}: {
  readonly sold: Switched
  readonly onSold: (sold: Switched) => void
  /** The law there forbids options. */
  readonly neverOptions: boolean
  readonly issue: (field: string) => string | null
}) {
  const { accounts, options, plans } = sold
  const set = (name: keyof Switched) => (checked: boolean) => onSold({ ...sold, [name]: checked })
  return (
    <>
      <SwitchRow
        label="Sign-up, real trading and deposits"
        note={accounts ? null : 'Customers there can still close positions and withdraw.'}
        checked={accounts}
        onChange={set('accounts')}
      />
      <SwitchRow
        label="Options for real accounts"
        note={issue('options') ?? (neverOptions ? refusedWords.never : null)}
        checked={options}
        disabled={neverOptions}
        onChange={set('options')}
      />
      <SwitchRow label="Smart plans" note={issue('code')} checked={plans} onChange={set('plans')} />
    </>
  )
}
