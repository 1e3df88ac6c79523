/**
 * Countries under comprehensive sanctions of the United States, as ISO 3166-1 alpha-2 codes: the list an installation starts with.
 * Regions under such sanctions (Crimea, Donetsk, Luhansk) have no code of their own. Source and date: ADR-195.
 */
export const comprehensivelySanctioned: readonly string[] = ['CU', 'IR', 'KP']

/**
 * `closed`: no sign-up, and nothing new with real money. `unknown`: the customer first has to state their country of
 * residence.
 */
export type CountryStanding = 'open' | 'closed' | 'unknown'

/**
 * Decides whether a country (ISO 3166-1 alpha-2) is open to a customer. A null country is unknown, which is accepted
 * unless `mustBeKnown`.
 */
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
  ['Donetsk', /donets['’ʼ]?k|donezk|донецк|донецьк/iu],
  ['Luhansk', /l[uo]h?g?ans['’ʼ]?k|луганск|луганськ/iu],
]

/**
 * Finds the region under comprehensive sanctions that an address names; null: none. The countries of these regions are
 * open, so a reviewer decides.
 */
export const sanctionedRegionIn = (address: string): string | null =>
  sanctionedRegions.find(([, names]) => names.test(address))?.[0] ?? null
