import { z } from 'zod'
import { id } from './fields.ts'
import { opsCall } from './ops-call.ts'

const roles = ['finance', 'risk', 'admin'] as const
/** ISO 3166, two letters. */
const code = z.string().regex(/^[A-Z]{2}$/)

export const countryShown = z.object({
  code,
  /** Customers who live there. */
  customers: z.number().int(),
  /** Real accounts; `never`: the law of the place, no list opens it (trust T21). */
  options: z.enum(['on', 'off', 'never']),
  plans: z.enum(['on', 'off']),
  /** `closed`: no sign-up, and with real money only the way out (decision 0195). */
  accounts: z.enum(['open', 'closed']),
})
export type CountryShown = z.infer<typeof countryShown>

/** What is sold where. */
export const countriesOps = {
  opsCountries: opsCall({
    method: 'GET',
    path: '/ops/countries',
    summary: 'Every country where customers live or something differs, with what is sold there',
    roles,
    input: z.object({}),
    result: z.object({
      countries: z.array(countryShown),
      /** Customers whose country is not known: no options, and plans only while they are off nowhere. */
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
      /** False closes it to sign-up, trading and deposits; left out, that stays. */
      accounts: z.boolean().optional(),
      reason: z.string().trim().min(3).max(500),
    }),
    result: z.object({ id }),
  }),
} as const
