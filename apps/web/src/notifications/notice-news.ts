import type { AccountMessage, Notice } from '@candor/contract'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { loadDigits } from '../markets/prices/market-digits.ts'
import { wantTexts, wordsNow } from '../session/language/shown-language.ts'
import { noticeText } from './notice-text.ts'

/**
 * Kinds that the message about the order itself already covers (`orders/order-news.ts`): it was opened, closed or has expired. A cancelled order
 * has no message of its own.
 */
const shownByOrders = new Set<Notice['kind']>(['stopOut', 'trigger', 'filled', 'expired'])

/** Shows a passing message; the list of notices keeps the record. */
export async function tellNotice(message: AccountMessage): Promise<void> {
  const notice = message.data as Notice | null
  if (notice === null || shownByOrders.has(notice.kind)) return
  await wantTexts('rest')
  const words = wordsNow()
  const digits = await loadDigits(notice.code)
  if (words !== null)
    toast(noticeText(notice, words, digits), notice.kind === 'marginCall' ? 'bad' : 'neutral')
}
