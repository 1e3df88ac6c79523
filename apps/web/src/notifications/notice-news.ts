import type { AccountMessage, Notice } from '@candor/contract'
import { toast } from '@candor/ui/toast.tsx'
import { wantTexts, wordsNow } from '../session/shown-language.ts'
import { noticeText } from './notice-text.ts'

/** What the order's own news says already. */
const saidByOrders = new Set<Notice['kind']>(['stopOut', 'trigger', 'filled', 'unfunded', 'expired'])

/** Says in passing what the list of notices says for good. */
export async function tellNotice(message: AccountMessage): Promise<void> {
  const notice = message.data as Notice | null
  if (notice === null || saidByOrders.has(notice.kind)) return
  await wantTexts('rest')
  const words = wordsNow()
  if (words !== null) toast(noticeText(notice, words), notice.kind === 'marginCall' ? 'bad' : 'neutral')
}
