export interface NamedMarket {
  readonly code: string
  readonly name: string
}

export const marketOptions = (markets: readonly NamedMarket[]) =>
  markets.map(({ code, name }) => ({ value: code, label: code === name ? code : `${code} – ${name}` }))
