import type { Translate } from '@candor/texts/translate.ts'
import type { ReceiptFill } from './read-document.ts'

/** Says by which of the two rules a fill's price was fresh. */
export const fillText = (t: Translate, { freshMs, waitedFrom }: ReceiptFill): string =>
  t(waitedFrom === null ? 'receipts.fill.newest' : 'receipts.fill.next', {
    limit: t('options.period.seconds', { count: freshMs / 1000 }),
  })
