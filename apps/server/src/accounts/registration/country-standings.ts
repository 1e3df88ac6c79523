import { type CountryStanding, countryStandingOf } from '@candor/rules'
import type { Parameters } from '../../back-office/parameters/parameters.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** Returns the rules for customers of a country; null: the country is not known. */
export type CountryStandings = (country: string | null) => Promise<CountryStanding>

/** Applies the operator's list (ADR-195). In a sandbox, where no money is real, customers need not state their country. */
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

/**
 * Refuses `invalidInput` at `country` for a country where accounts are closed. Customers without a country must give one before
 * real money moves.
 */
export async function refuseClosedCountry(
  { countryStanding }: { readonly countryStanding: CountryStandings },
  country: string | undefined,
): Promise<void> {
  if (country === undefined || (await countryStanding(country)) !== 'closed') return
  throw new Refusal('invalidInput', { issues: [{ path: 'country', code: 'closed' }] })
}
