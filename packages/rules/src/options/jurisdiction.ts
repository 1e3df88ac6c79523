/**
 * Countries where up/down options may not be sold to retail customers, regardless of the operator's list (trust T21): the
 * European Union, the three other states of its economic area, which apply the same rule, and the United Kingdom.
 */
export const countriesWithoutOptions: ReadonlySet<string> = new Set(
  ('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' + 'IS LI NO GB').split(
    ' ',
  ),
)

/** Reports whether options are forbidden in a country regardless of the operator's list (trust T21). */
export const optionsNeverIn = (country: string): boolean => countriesWithoutOptions.has(country.toUpperCase())

/**
 * Reports whether options may be sold to a real account of this country (ISO 3166 two letters; null: not known): only where an
 * operator has listed the country, and never in the European Union, its economic area or the United Kingdom. Source:
 * rulebook, Options; T21.
 */
export function optionsAllowedIn(country: string | null, listed: readonly string[]): boolean {
  if (country === null) return false
  const code = country.toUpperCase()
  return !optionsNeverIn(code) && listed.some((entry) => entry.toUpperCase() === code)
}
