import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { ParameterKey } from '../parameters/defaults.ts'
import type { Parameters } from '../parameters/parameters.ts'
import type { ProposalPeople } from '../proposals/proposal-kind.ts'

/** Lists of country codes, each a parameter: the countries where options are sold, where plans are not, and where accounts are closed. */
const keys = {
  optionsIn: 'options.realCountries',
  plansNotIn: 'smart.countriesOff',
  closed: 'countries.closed',
} as const satisfies Record<string, ParameterKey>
export type CountryListName = keyof typeof keys

/** Products and accounts in one country. */
export interface CountryState {
  readonly options: boolean
  readonly plans: boolean
  readonly accounts: boolean
}

type Reader = Kysely<Schema>

export async function countriesOn(
  parameters: Parameters,
  reader: Reader,
  name: CountryListName,
): Promise<readonly string[]> {
  const value = await parameters.valueIn(reader, keys[name])
  return Array.isArray(value) ? value.map((one) => String(one).toUpperCase()) : []
}

export async function stateOf(parameters: Parameters, reader: Reader, code: string): Promise<CountryState> {
  const isOn = async (name: CountryListName) => (await countriesOn(parameters, reader, name)).includes(code)
  return {
    options: await isOn('optionsIn'),
    plans: !(await isOn('plansNotIn')),
    accounts: !(await isOn('closed')),
  }
}

/** Writes the lists that a change of one country touches, within `tx`. */
export async function writeState(
  parameters: Parameters,
  tx: Tx,
  { code, options, plans, accounts }: CountryState & { readonly code: string },
  people: ProposalPeople,
): Promise<void> {
  const write = (name: CountryListName, on: boolean) => writeList(parameters, tx, { name, code, on }, people)
  await write('optionsIn', options)
  await write('plansNotIn', !plans)
  await write('closed', !accounts)
}

async function writeList(
  parameters: Parameters,
  tx: Tx,
  { name, code, on }: { readonly name: CountryListName; readonly code: string; readonly on: boolean },
  { reason, proposedBy, approvedBy }: ProposalPeople,
): Promise<void> {
  const before = await countriesOn(parameters, tx, name)
  if (before.includes(code) === on) return
  const key = keys[name]
  const value = on ? [...before, code].sort() : before.filter((one) => one !== code)
  const written = await parameters.changeIn(tx, { key, value, reason, changedBy: proposedBy, approvedBy })
  if ('refused' in written) throw new Error(`${key} was refused: ${written.refused}`)
}
