import { useT } from '../../session/language/language.ts'
import { useLongWait } from './use-long-wait.ts'

/**
 * Says that a call which fills at the market waits for the next price. Its line is always there, so that nothing moves when the text
 * comes and screen readers announce it.
 */
export function NextPriceNote({ isSending }: { readonly isSending: boolean }) {
  const t = useT()
  const isLong = useLongWait(isSending)
  return (
    <p aria-live="polite" className="-my-1 min-h-4 text-12 text-ink-2">
      {isLong && t('orders.review.nextPrice')}
    </p>
  )
}
