let last: string | null = null

/** The market viewed last in this visit. */
export const readForMarket = (): string | null => last
export const rememberMarket = (code: string): void => {
  last = code
}
