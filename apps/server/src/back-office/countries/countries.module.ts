import { countriesOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import { countryKind, judgeChange } from './propose-country.ts'
import { type CustomersByCountry, showCountries } from './show-countries.ts'

export interface CountriesPorts {
  /** From accounts. */
  readonly customersByCountry: CustomersByCountry
}

/**
 * Opens and closes countries and their products (trust T21, ADR-195): one country at a time, by two people. Where the law forbids
 * options they stay closed.
 */
export const countriesModule = defineModule({
  name: 'countries',
  opsCalls: countriesOps,
  open: (context: ServerContext, { customersByCountry }: CountriesPorts) => {
    const { db, parameters, console } = context
    const kind = countryKind(parameters)
    return {
      backOffice: {
        proposals: [kind],
        handlers: {
          opsCountries: () => showCountries(context, customersByCountry),
          opsProposeCountry: async ({ reason, accounts = null, ...rest }, operator) => {
            const payload = { ...rest, accounts }
            await judgeChange(parameters, db.query, payload)
            const { id } = await console.propose({ kind: kind.kind, payload, reason }, operator)
            return { id }
          },
        },
      },
    }
  },
})
