import { classNames } from '@candor/ui/class-names.ts'
import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { scrolledByKeyboard } from '@candor/ui/scrolled-by-keyboard.ts'
import { Card, Fact, Facts, SectionHead } from '@candor/ui/surface.tsx'
import { SourceLabel } from '../markets/source-label.tsx'
import { useWords } from '../session/language.ts'
import { quotesInOrder, type ReceiptEvent, type ReceiptQuote, type ReceiptReason } from './read-document.ts'

/** One event of an order: when, on which quotes, by which formula, from which inputs. */
export function ReceiptEventCard({ event }: { readonly event: ReceiptEvent }) {
  const { t, tag } = useWords()
  const at = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long' }).format(event.at)
  return (
    <Card className="print:break-inside-avoid">
      <SectionHead title={`${event.number}. ${t('receipts.event.title', { kind: event.kind })}`} text={at} />
      {event.reason !== null && <Reason reason={event.reason} />}
      {event.quote !== null && <Quotes event={event} />}
      {event.formula.length > 0 && (
        <section className="mt-4">
          <h3 className="font-medium text-12 text-ink-3">{t('receipts.formula.title')}</h3>
          <ul dir="ltr" className="mt-1 flex flex-col gap-1">
            {event.formula.map((formula) => (
              <li
                key={formula}
                {...scrolledByKeyboard}
                className="overflow-x-auto rounded-s bg-sunken px-3 py-1.5 font-mono text-12 text-ink"
              >
                {formula}
              </li>
            ))}
          </ul>
        </section>
      )}
      {event.facts.length > 0 && (
        <section className="mt-4">
          <h3 className="font-medium text-12 text-ink-3">{t('receipts.inputs.title')}</h3>
          <Facts className="mt-1 [&>div]:py-1.5">
            {event.facts.map(([name, value]) => (
              <Fact key={name} name={t.maybe(`receipts.fact.${name}`) ?? name}>
                <FactValue name={name} value={value} />
              </Fact>
            ))}
          </Facts>
        </section>
      )}
      {event.conversionQuote !== null && (
        <section className="mt-4">
          <h3 className="font-medium text-12 text-ink-3">{t('receipts.conversion.title')}</h3>
          <QuoteTable rows={[{ quote: event.conversionQuote, used: true }]} />
        </section>
      )}
    </Card>
  )
}

/** Why it happened, in plain words; `candor verify` works it out from the document. */
function Reason({ reason }: { readonly reason: ReceiptReason }) {
  const { t, tag } = useWords()
  return (
    <section className="mt-4">
      <h3 className="font-medium text-12 text-ink-3">{t('receipts.reason.title')}</h3>
      <p className="mt-1 text-14 text-ink">
        {reason.kind === 'stopOut'
          ? t('receipts.reason.stopOut', {
              equity: formatDecimal(reason.equity, tag),
              margin: formatDecimal(reason.margin, tag),
            })
          : t(`receipts.reason.${reason.kind}`)}
      </p>
      {reason.kind !== 'stopOut' && (
        <p className="text-12 text-ink-3">
          {t('receipts.reason.checked', { count: new Intl.NumberFormat(tag).format(reason.quotesBefore) })}
        </p>
      )}
    </section>
  )
}

const usdtFacts = new Set([
  'margin',
  'commission',
  'profit',
  'swap',
  'amount',
  'promised',
  'yield',
  'penalty',
  'returned',
  'stake',
  'profitIfWon',
  'base',
  'interest',
  'overdue',
  'principal',
  'least',
  'fee',
  'donated',
])
/** Facts whose value is a word: where its text stands. */
const wordKeys: Readonly<Record<string, (value: string) => string>> = {
  reason: (value) => `orders.reason.${value}`,
  result: (value) => `options.result.${value}`,
  refundReason: (value) => `options.refund.${value}`,
  charged: (value) => `receipts.charged.${value}`,
  by: (value) => `receipts.by.${value}`,
}
const dateFacts = new Set(['dueAt', 'expiresAt', 'endedAt'])

function FactValue({ name, value }: { readonly name: string; readonly value: string }) {
  const { t, tag } = useWords()
  const key = wordKeys[name]?.(value)
  if (key !== undefined) return t.maybe(key) ?? value
  if (dateFacts.has(name))
    return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long' }).format(Number(value))
  return (
    <bdi dir="ltr" className="figures break-all whitespace-normal">
      {formatDecimal(value, tag)}
      {usdtFacts.has(name) && ' USDT'}
    </bdi>
  )
}

function Quotes({ event }: { readonly event: ReceiptEvent }) {
  const { t } = useWords()
  return (
    <section className="mt-4">
      <h3 className="font-medium text-12 text-ink-3">{t('receipts.quotes.title')}</h3>
      <QuoteTable rows={quotesInOrder(event)} />
    </section>
  )
}

function QuoteTable({ rows }: { readonly rows: readonly { quote: ReceiptQuote; used: boolean }[] }) {
  const { t, tag } = useWords()
  const at = new Intl.DateTimeFormat(tag, {
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const usedAt = rows.findIndex((row) => row.used)
  const place = (index: number) => (index === usedAt ? 'used' : index < usedAt ? 'before' : 'after')
  const head = 'py-1.5 pe-4 text-start font-medium text-12 text-ink-3 whitespace-nowrap last:pe-0'
  const cell = 'py-1.5 pe-4 text-12 whitespace-nowrap last:pe-0'
  return (
    <div {...scrolledByKeyboard} className="mt-1 overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-hairline border-b">
            <th scope="col" className={head}>
              <span className="sr-only">{t('receipts.quotes.used')}</span>
            </th>
            <th scope="col" className={head}>
              {t('receipts.quotes.seq')}
            </th>
            <th scope="col" className={head}>
              {t('receipts.quotes.time')}
            </th>
            <th scope="col" className={classNames(head, 'text-end')}>
              {t('receipts.quotes.bid')}
            </th>
            <th scope="col" className={classNames(head, 'text-end')}>
              {t('receipts.quotes.ask')}
            </th>
            <th scope="col" className={classNames(head, 'text-end')}>
              {t('receipts.quotes.source')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ quote, used }, index) => (
            <tr
              key={quote.seq}
              className={classNames(
                'border-hairline border-b last:border-0',
                used ? 'bg-accent-wash font-medium' : 'text-ink-2',
              )}
            >
              <td className={classNames(cell, 'ps-2')}>{t(`receipts.quotes.${place(index)}`)}</td>
              <td className={cell}>
                <bdi className="figures">
                  {quote.code} {quote.seq}
                </bdi>
              </td>
              <td className={cell}>
                <bdi className="figures">{at.format(quote.time)}</bdi>
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
          ))}
        </tbody>
      </table>
    </div>
  )
}
