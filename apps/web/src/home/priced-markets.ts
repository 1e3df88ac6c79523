/** Markets with a price before those without one; otherwise the given order stays. */
export const pricedFirst = <M extends { readonly price: string | null }>(markets: readonly M[]): M[] => [
  ...markets.filter(({ price }) => price !== null),
  ...markets.filter(({ price }) => price === null),
]

/** Returns the first of these classes that has a market with a price; null: none has. */
export const firstPricedTab = <Tab extends number>(
  tabs: readonly Tab[],
  markets: readonly { readonly type: number; readonly price: string | null }[],
): Tab | null => tabs.find((tab) => markets.some(({ type, price }) => type === tab && price !== null)) ?? null
