/** `100.000000` as `100`. */
export const plainAmount = (amount: string): string =>
  amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
