import type { Translate } from '@candor/texts/translate.ts'

/** Figures of how the price of a fill at the market was fresh. */
export interface ReceiptFill {
  /** The newest quote had to be younger than this. */
  readonly freshMs: number
  /** Number of the quote that was newest, and too old, when the call came; null: the newest was young enough. */
  readonly waitedFrom: number | null
}

type Loose = Readonly<Record<string, unknown>>
const loose = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})

/** Reads the figures of a receipt's event; null in older receipts and for fills that no customer's call made. */
export function readFill(value: unknown): ReceiptFill | null {
  const { freshMs, waitedFrom } = loose(value)
  if (typeof freshMs !== 'number') return null
  if (waitedFrom !== null && typeof waitedFrom !== 'number') return null
  return { freshMs, waitedFrom }
}

/** Lists the fills of a receipt at its customer's call, by the kind of event. */
export function fillsOf(document: Loose): readonly { readonly kind: string; readonly fill: ReceiptFill }[] {
  const events = Array.isArray(document.events) ? document.events : []
  return events.flatMap((event) => {
    const fill = readFill(loose(event).fill)
    return fill === null ? [] : [{ kind: String(loose(event).kind), fill }]
  })
}

/** Says by which of the two rules a fill's price was fresh. */
export const fillText = (t: Translate, { freshMs, waitedFrom }: ReceiptFill): string =>
  t(waitedFrom === null ? 'receipts.fill.newest' : 'receipts.fill.next', {
    limit: t('options.period.seconds', { count: freshMs / 1000 }),
  })
