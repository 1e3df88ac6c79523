import { type CountryStanding, countryStandingOf } from '@candor/rules'
import { Refusal } from '../http/refusal.ts'
import type { Parameters } from '../parameters/parameters.ts'

/** What holds for customers of a country; null: not known which. */
export type CountryStandings = (country: string | null) => Promise<CountryStanding>

/** By the operator's list (decision 0195). In a sandbox, where no money is real, nobody has to say where they live. */
export const countryStandings =
  ({
    parameters,
    sandbox,
  }: {
    readonly parameters: Parameters
    readonly sandbox: boolean
  }): CountryStandings =>
  async (country) => {
    const closed = await parameters.value('countries.closed')
    return countryStandingOf(country, Array.isArray(closed) ? closed.map(String) : [], !sandbox)
  }

/** Refuses with `invalidInput` at `country` who says to live where accounts are closed; who does not say is asked before real money moves. */
export async function refuseClosedCountry(
  { countryStanding }: { readonly countryStanding: CountryStandings },
  country: string | undefined,
): Promise<void> {
  if (country === undefined || (await countryStanding(country)) !== 'closed') return
  throw new Refusal('invalidInput', { issues: [{ path: 'country', code: 'closed' }] })
}
