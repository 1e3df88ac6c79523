/**
 * Countries under comprehensive sanctions of the United States, as ISO 3166-1 alpha-2 codes: the list an installation starts with.
 * Regions under such sanctions (Crimea, Donetsk, Luhansk) have no code of their own. Source and date: decision 0195.
 */
export const comprehensivelySanctioned: readonly string[] = ['CU', 'IR', 'KP']

/** `closed`: no sign-up, and with real money nothing new. `unknown`: the customer has to say first where they live. */
export type CountryStanding = 'open' | 'closed' | 'unknown'

/** What holds for a customer of this country (ISO 3166-1 alpha-2; null: not known, which is enough only where nobody has to say). */
export function countryStandingOf(
  country: string | null,
  closed: readonly string[],
  mustBeKnown: boolean,
): CountryStanding {
  if (country === null) return mustBeKnown ? 'unknown' : 'open'
  return closed.includes(country.toUpperCase()) ? 'closed' : 'open'
}

const sanctionedRegions: readonly (readonly [region: string, names: RegExp])[] = [
  [
    'Crimea',
    /crimea|\bkrim\b|\bkrym\b|крым|крим|s[ei]vastopol|севастополь|simferopol|симферополь|сімферополь/iu,
  ],
  ['Donetsk', /donetsk|donezk|donet's?k|донецк|донецьк/iu],
  ['Luhansk', /l[uo]h?g?ans'?k|луганск|луганськ/iu],
]

/** The region under comprehensive sanctions that an address names; null: none. Their countries are open, so a reviewer decides. */
export const sanctionedRegionIn = (address: string): string | null =>
  sanctionedRegions.find(([, names]) => names.test(address))?.[0] ?? null
