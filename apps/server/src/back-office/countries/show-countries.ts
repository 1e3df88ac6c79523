import type { CountryShown, OpsCalls, OpsResultOf } from '@candor/contract'
import { countriesWithoutOptions, optionsNeverIn } from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import { countriesOn } from './country-lists.ts'

/** Numbers of customers by country of residence; '' counts those whose country is unknown. */
export type CustomersByCountry = () => Promise<ReadonlyMap<string, number>>

/** Lists every country that has customers or its own rule. */
export async function showCountries(
  { db, parameters }: ServerContext,
  customersByCountry: CustomersByCountry,
): Promise<OpsResultOf<OpsCalls['opsCountries']>> {
  const optionsIn = await countriesOn(parameters, db.query, 'optionsIn')
  const plansNotIn = await countriesOn(parameters, db.query, 'plansNotIn')
  const closed = await countriesOn(parameters, db.query, 'closed')
  const living = await customersByCountry()
  const codes = new Set([
    ...countriesWithoutOptions,
    ...optionsIn,
    ...plansNotIn,
    ...closed,
    ...living.keys(),
  ])
  codes.delete('')
  const countries = [...codes].sort().map(
    (code): CountryShown => ({
      code,
      customers: living.get(code) ?? 0,
      options: optionsState(code, optionsIn),
      plans: plansNotIn.includes(code) ? 'off' : 'on',
      accounts: closed.includes(code) ? 'closed' : 'open',
    }),
  )
  return { countries, unknown: living.get('') ?? 0 }
}

const optionsState = (code: string, listed: readonly string[]): CountryShown['options'] => {
  if (optionsNeverIn(code)) return 'never'
  return listed.includes(code) ? 'on' : 'off'
}
