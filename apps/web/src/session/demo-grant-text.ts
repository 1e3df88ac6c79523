import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'

/** Writes the balance of a new demo account (`demo.grant`) for a text, with its asset. */
export const demoGrantText = (grant: string, tag: string): string => `${formatDecimal(grant, tag)} USDT`
