import { classNames } from '@candor/ui/class-names.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useWords } from '../../session/language/language.ts'
import type { OrderField } from '../order-form/order-problems.ts'
import { problemAt, problemText } from '../order-form/problem-text.ts'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Gives the error text of a field: the form's own check first, else the server's refusal. */
export function useFieldError(ticket: OrderTicketState): (field: OrderField) => string | null {
  const { t, tag } = useWords()
  return (field) => {
    const problem = problemAt(ticket.problems, field)
    if (problem !== null) return problemText(t, tag, problem)
    if (ticket.refusal?.field !== field) return null
    // The server refuses an expiry only when it has passed.
    return field === 'expiresAt' ? t('orders.problem.expiresAt.past') : failureText(t, ticket.refusal.failure)
  }
}

/** A button for a preset value. */
export function Chip({
  on,
  title,
  onPress,
  children,
}: {
  readonly on: boolean
  readonly title?: string
  readonly onPress: () => void
  readonly children: string
}) {
  return (
    <button
      type="button"
      title={title}
      aria-label={title}
      aria-pressed={on}
      onClick={onPress}
      className={classNames(
        'figures h-7 min-w-0 flex-1 rounded-s border px-0 text-12 transition-colors duration-150 max-md:h-11',
        on
          ? 'border-accent bg-accent-wash text-accent'
          : 'border-hairline text-ink-2 hover:border-hairline-strong',
      )}
    >
      {children}
    </button>
  )
}
