const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const countryName = (code: string): string => (code === '' ? '' : (names.of(code) ?? code))

/** What the browser gives a name to and is no country: private use, groups of countries, made-up regions. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB'])

/** Every country by its name: of all pairs of letters those the browser knows a name for. */
export function allCountries(): { readonly value: string; readonly label: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code) && names.of(code) !== undefined && names.of(code) !== code)
    .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
