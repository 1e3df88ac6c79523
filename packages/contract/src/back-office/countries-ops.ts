import { z } from 'zod'
import { id } from '../fields.ts'
import { opsCall } from './ops-call.ts'

const roles = ['finance', 'risk', 'admin'] as const
/** ISO 3166, two letters. */
const code = z.string().regex(/^[A-Z]{2}$/)

export const countryShown = z.object({
  code,
  /** Customers who live there. */
  customers: z.number().int(),
  /** For real accounts. `never`: forbidden by the country's law, no list opens it (trust T21). */
  options: z.enum(['on', 'off', 'never']),
  plans: z.enum(['on', 'off']),
  /** `closed`: no sign-up, and real money can only be taken out and positions closed (ADR-195). */
  accounts: z.enum(['open', 'closed']),
})
export type CountryShown = z.infer<typeof countryShown>

/** Calls for the products sold in each country. */
export const countriesOps = {
  opsCountries: opsCall({
    method: 'GET',
    path: '/ops/countries',
    summary: 'Every country where customers live or something differs, with what is sold there',
    roles,
    input: z.object({}),
    result: z.object({
      countries: z.array(countryShown),
      /** Number of customers whose country is unknown: no options, and plans only while no country has them off. */
      unknown: z.number().int(),
    }),
  }),
  opsProposeCountry: opsCall({
    method: 'POST',
    path: '/ops/countries/{code}',
    summary: 'Proposes what is sold in a country; a second person approves',
    roles,
    input: z.object({
      code,
      options: z.boolean(),
      plans: z.boolean(),
      /** False closes the country to sign-up, trading and deposits; omitted, this stays as it is. */
      accounts: z.boolean().optional(),
      reason: z.string().trim().min(3).max(500),
    }),
    result: z.object({ id }),
  }),
} as const
