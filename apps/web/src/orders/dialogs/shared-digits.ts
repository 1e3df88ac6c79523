import { signOf } from '@candor/ui/figures/format-decimal.ts'
import { digitsFor } from '../ticket/ticket-cost-list.tsx'

/** Decimals for amounts that stand in one sum: all have as many as the largest needs, so that no small one looks longer beside it. */
export const sharedDigits = (amounts: readonly string[]): number =>
  Math.min(6, ...amounts.filter((amount) => signOf(amount) !== 0).map(digitsFor))
