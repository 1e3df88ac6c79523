import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatZoned } from '@candor/ui/figures/format-moment.ts'
import { FormulaList } from '@candor/ui/figures/formula-list.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { fillText } from '../orders/fill-text.ts'
import { useWords } from '../session/language/language.ts'
import { AccountPositions } from './account-positions.tsx'
import { filledFormula } from './filled-formula.ts'
import { PublishedQuotes } from './published-quotes.tsx'
import { QuoteTable } from './quote-table.tsx'
import {
  quotesInOrder,
  type ReceiptDocument,
  type ReceiptEvent,
  type ReceiptReason,
} from './read-document.ts'

/** One event of an order: when, on which quotes, by which formula, from which inputs. */
export function ReceiptEventCard({
  order,
  event,
  ownOrderId,
}: {
  readonly order: ReceiptDocument['order']
  readonly event: ReceiptEvent
  /** Null for a reader of the public address. */
  readonly ownOrderId: string | null
}) {
  const { t, tag } = useWords()
  const at = formatZoned(event.at, tag)
  return (
    <Card className="print:break-inside-avoid">
      <SectionHead title={`${event.number}. ${t('receipts.event.title', { kind: event.kind })}`} text={at} />
      {event.reason !== null && <Reason reason={event.reason} />}
      {event.reason?.kind === 'stopOut' && event.reason.committed && (
        <AccountPositions ownOrderId={ownOrderId} />
      )}
      {event.quote !== null && <Quotes event={event} />}
      {event.formula.length > 0 && <Calculation order={order} event={event} />}
      {event.fields.length > 0 && (
        <section className="mt-4">
          <h3 className="font-medium text-12 text-ink-3">{t('receipts.inputs.title')}</h3>
          <DetailList className="mt-1 [&>div]:py-1.5">
            {event.fields.map(([name, value]) => (
              <Detail key={name} name={t.maybe(`receipts.fact.${name}`) ?? name}>
                <FieldValue name={name} value={value} />
              </Detail>
            ))}
          </DetailList>
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

/** Each formula, and below it the same with its numbers. */
function Calculation({
  order,
  event,
}: {
  readonly order: ReceiptDocument['order']
  readonly event: ReceiptEvent
}) {
  const { t } = useWords()
  return (
    <section className="mt-4">
      <h3 className="font-medium text-12 text-ink-3">{t('receipts.formula.title')}</h3>
      <FormulaList
        formulas={event.formula.map((formula) => ({ formula, filled: filledFormula(formula, order, event) }))}
      />
    </section>
  )
}

/** Says in plain words why it happened; `candor verify` works it out from the document. */
function Reason({ reason }: { readonly reason: ReceiptReason }) {
  const { t, tag } = useWords()
  return (
    <section className="mt-4">
      <h3 className="font-medium text-12 text-ink-3">{t('receipts.reason.title')}</h3>
      <p className="mt-1 text-14 text-ink">
        {reason.kind === 'stopOut'
          ? t('receipts.reason.stopOut', {
              equity: formatDecimal(reason.equity, tag),
              closeOut: formatDecimal(reason.closeOutAt, tag),
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

const usdtFields = new Set([
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
/** Facts whose value is a word, with the key of its text. */
const wordKeys: Readonly<Record<string, (value: string) => string>> = {
  reason: (value) => `orders.reason.${value}`,
  result: (value) => `options.result.${value}`,
  refundReason: (value) => `options.refund.${value}`,
  charged: (value) => `receipts.charged.${value}`,
  by: (value) => `receipts.by.${value}`,
}
const dateFields = new Set(['dueAt', 'expiresAt', 'endedAt'])

function FieldValue({ name, value }: { readonly name: string; readonly value: string }) {
  const { t, tag } = useWords()
  const key = wordKeys[name]?.(value)
  if (key !== undefined) return t.maybe(key) ?? value
  if (dateFields.has(name)) return formatZoned(Number(value), tag)
  if (name === 'settleWithinMs') return t('options.period.seconds', { count: Number(value) / 1000 })
  return (
    <bdi dir="ltr" className="figures whitespace-normal! [overflow-wrap:anywhere]">
      {formatDecimal(value, tag)}
      {usdtFields.has(name) && ' USDT'}
    </bdi>
  )
}

function Quotes({ event }: { readonly event: ReceiptEvent }) {
  const { t } = useWords()
  return (
    <section className="mt-4">
      <h3 className="font-medium text-12 text-ink-3">{t('receipts.quotes.title')}</h3>
      {event.fill !== null && <p className="mt-1 text-14 text-ink">{fillText(t, event.fill)}</p>}
      <QuoteTable rows={quotesInOrder(event)} />
      {event.quote !== null && <PublishedQuotes used={event.quote} />}
    </section>
  )
}
