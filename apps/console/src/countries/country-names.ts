const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const countryName = (code: string): string => (code === '' ? '' : (names.of(code) ?? code))

/** Codes that the browser names, but that are not countries: private use, groups of countries, test regions. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB'])

/** Lists every country by name: all pairs of letters for which the browser knows one. */
export function allCountries(): { readonly value: string; readonly label: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code) && names.of(code) !== undefined && names.of(code) !== code)
    .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
