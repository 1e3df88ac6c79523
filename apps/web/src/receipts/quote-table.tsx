import { classNames } from '@candor/ui/class-names.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatSecond } from '@candor/ui/figures/format-moment.ts'
import { scrolledByKeyboard } from '@candor/ui/scrolled-by-keyboard.ts'
import { SourceLabel } from '../markets/prices/source-label.tsx'
import { useWords } from '../session/language/language.ts'
import type { ReceiptQuote } from './read-document.ts'

const head = 'py-1.5 pe-4 text-start font-medium text-12 text-ink-3 whitespace-nowrap last:pe-0'
const cell = 'py-1.5 pe-4 text-12 whitespace-nowrap last:pe-0'

interface QuoteLine {
  readonly quote: ReceiptQuote
  readonly used: boolean
}

/** Quotes in their order, the one that was used marked. */
export function QuoteTable({ rows }: { readonly rows: readonly QuoteLine[] }) {
  const { t } = useWords()
  const usedAt = rows.findIndex((row) => row.used)
  return (
    <div {...scrolledByKeyboard} className="mt-1 overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-hairline border-b">
            <th scope="col" className={head}>
              <span className="sr-only">{t('receipts.quotes.used')}</span>
            </th>
            {(['seq', 'time'] as const).map((name) => (
              <th key={name} scope="col" className={head}>
                {t(`receipts.quotes.${name}`)}
              </th>
            ))}
            {(['bid', 'ask', 'source'] as const).map((name) => (
              <th key={name} scope="col" className={classNames(head, 'text-end')}>
                {t(`receipts.quotes.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <QuoteRow
              key={row.quote.seq}
              row={row}
              place={index === usedAt ? 'used' : index < usedAt ? 'before' : 'after'}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function QuoteRow({
  row: { quote, used },
  place,
}: {
  readonly row: QuoteLine
  /** Its place to the quote that was used. */
  readonly place: 'before' | 'used' | 'after'
}) {
  const { t, tag } = useWords()
  return (
    <tr
      className={classNames(
        'border-hairline border-b last:border-0',
        used ? 'bg-accent-wash font-medium' : 'text-ink-2',
      )}
    >
      <td className={classNames(cell, 'ps-2')}>{t(`receipts.quotes.${place}`)}</td>
      <td className={cell}>
        <bdi className="figures">
          {quote.code} {quote.seq}
        </bdi>
      </td>
      <td className={cell}>
        <bdi className="figures">{formatSecond(quote.time, tag)}</bdi>
      </td>
      <td className={classNames(cell, 'text-end')}>
        <bdi className="figures">{formatDecimal(quote.bid, tag)}</bdi>
      </td>
      <td className={classNames(cell, 'text-end')}>
        <bdi className="figures">{formatDecimal(quote.ask, tag)}</bdi>
      </td>
      <td className={classNames(cell, 'text-end')}>
        <SourceLabel source={quote.source} />
      </td>
    </tr>
  )
}
