import type { TextKey } from '@candor/texts/keys.ts'
import type { Translate } from '@candor/texts/translate.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import type { OrderField, OrderProblem } from './order-problems.ts'

/** Text of a problem at a field, in the reader's language and number format. */
export function problemText(t: Translate, tag: string, problem: OrderProblem): string {
  const key = `orders.problem.${problem.field}.${problem.reason}` as TextKey
  return t(key, { limit: formatDecimal(problem.limit ?? '', tag) })
}

export const problemAt = (problems: readonly OrderProblem[], field: OrderField): OrderProblem | null =>
  problems.find((problem) => problem.field === field) ?? null
