import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { MoneyChange, Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { scrolledByKeyboard } from '@candor/ui/scrolled-by-keyboard.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { Download, Printer } from 'lucide-react'
import { LoanReceiptDetails } from '../loans/loan-receipt-details.tsx'
import { shareText } from '../markets/changed-terms.ts'
import { OptionReceiptDetails, OptionReceiptResult } from '../options/option-receipt-details.tsx'
import { type ResultParts, resultParts } from '../orders/net-result.ts'
import { NetResultCard } from '../orders/net-result-card.tsx'
import { digitsFor } from '../orders/ticket/ticket-cost-list.tsx'
import { TradeChart } from '../orders/trade-chart.tsx'
import { downloadText } from '../session/calls/download.ts'
import { useWords } from '../session/language/language.ts'
import { PlanReceiptDetails, PlanReceiptResult } from '../smart/plan-receipt-details.tsx'
import { CheckFiles } from '../trust/check-files.tsx'
import type { SignedDocument } from '../trust/check-signature.ts'
import { CommandLine } from '../trust/command-line.tsx'
import { SignatureCard } from '../trust/signature-card.tsx'
import { ArtworkReceiptDetails } from './artwork-receipt-details.tsx'
import { type ReceiptDocument, readDocument } from './read-document.ts'
import { ReceiptEventCard } from './receipt-event.tsx'

export interface ShownReceipt extends SignedDocument {
  readonly publicId: string
}

/** A receipt that anyone may see: the events, the quotes that decided them, the calculation, and the signature check. */
export function ReceiptView({
  receipt,
  ownOrderId,
}: {
  readonly receipt: ShownReceipt
  readonly ownOrderId: string | null
}) {
  const { t } = useWords()
  const read = readDocument(receipt.document)
  const address = `${location.origin}/#/receipt/${receipt.publicId}`
  const save = () =>
    downloadText(
      `candor-receipt-${String(read.order.orderNo ?? receipt.publicId)}.json`,
      `${JSON.stringify({ keyId: receipt.keyId, signature: receipt.signature, document: receipt.document }, null, 2)}\n`,
      'application/json',
    )
  return (
    <article className="mx-auto flex w-full max-w-[52rem] flex-col gap-5 px-4 py-6 md:px-6 md:py-10 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-line">
          <h1 className="font-semibold text-28 text-ink">{t('receipts.title')}</h1>
          <p className="mt-1 text-14 text-ink-2">{t('receipts.lead')}</p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyButton
            value={address}
            label={t('receipts.copyLink')}
            className="border border-hairline bg-surface px-3 text-14!"
          />
          <Button
            variant="secondary"
            size="s"
            icon={<Printer aria-hidden className="size-4" />}
            onClick={() => print()}
          >
            {t('receipts.print')}
          </Button>
          <Button
            variant="secondary"
            size="s"
            icon={<Download aria-hidden className="size-4" />}
            onClick={save}
          >
            {t('receipts.download')}
          </Button>
        </div>
      </header>
      {read.kind === 'contract' && <TradeResult read={read} parts={resultParts(receipt.document)} />}
      {read.kind === 'option' && <OptionReceiptResult document={receipt.document} />}
      {read.kind === 'plan' && <PlanReceiptResult order={read.order} />}
      <SignatureCard receipt={receipt} />
      <Summary read={read} />
      {read.events.map((event) => (
        <ReceiptEventCard key={event.number} order={read.order} event={event} ownOrderId={ownOrderId} />
      ))}
      <VerifyYourself onSave={save} />
      <WholeDocument document={receipt.document} />
    </article>
  )
}

/** Result of a closed contract, and the contract on the chart of its time; nothing while it is open. */
function TradeResult({
  read: { order, events },
  parts,
}: {
  readonly read: ReceiptDocument
  readonly parts: ResultParts | null
}) {
  const { code, openPrice, closePrice } = order
  if (parts === null) return null
  const opened = events.find(({ kind }) => kind === 'open')
  const closed = events.findLast(({ kind }) => kind === 'close')
  return (
    <>
      <NetResultCard parts={parts} />
      {opened !== undefined && closed !== undefined && openPrice != null && closePrice != null && (
        <TradeChart
          trade={{
            code: String(code),
            opened: { at: opened.at, price: String(openPrice) },
            closed: { at: closed.at, price: String(closePrice) },
            expiresAt: null,
          }}
        />
      )}
    </>
  )
}

const priceFields = ['openPrice', 'closePrice'] as const
const amountFields = ['margin', 'fee', 'swap'] as const

const detailsByKind = {
  contract: ContractDetails,
  option: OptionReceiptDetails,
  plan: PlanReceiptDetails,
  loan: LoanReceiptDetails,
  artwork: ArtworkReceiptDetails,
} as const

function Summary({ read: { kind, order } }: { readonly read: ReceiptDocument }) {
  const { t } = useWords()
  const Stated = detailsByKind[kind]
  return (
    <Card>
      <SectionHead title={t('receipts.summary.title')} className="mb-2" />
      {order.mode === 'demo' && <p className="mb-2 text-14 text-accent">{t('receipts.demo')}</p>}
      <DetailList className="md:columns-2 md:gap-x-10 md:divide-y-0 md:[&>div]:break-inside-avoid md:[&>div]:border-hairline md:[&>div]:border-b">
        <Stated order={order} />
      </DetailList>
    </Card>
  )
}

function ContractDetails({ order }: Pick<ReceiptDocument, 'order'>) {
  const { t, tag } = useWords()
  const named = (group: string, value: unknown) =>
    t.maybe(`orders.${group}.${String(value)}`) ?? String(value)
  const profit = order.profit
  return (
    <>
      <Detail name={t('orders.field.orderNo')}>
        <bdi className="figures">{order.orderNo}</bdi>
      </Detail>
      <Detail name={t('orders.field.code')} strong>
        {order.code}
      </Detail>
      <Detail name={t('orders.field.direction')}>{named('direction', order.direction)}</Detail>
      <Detail name={t('orders.field.lots')}>
        <bdi className="figures">
          {formatDecimal(String(order.lots ?? ''), tag)} · {order.leverage}×
        </bdi>
      </Detail>
      <Detail name={t('receipts.fact.contractSize')}>
        <bdi className="figures">{formatDecimal(String(order.contractSize ?? ''), tag)}</bdi>
      </Detail>
      <Detail name={t('markets.rule.commission')}>
        {Number(order.commissionRate) === 0
          ? t('markets.rule.commission.none')
          : shareText(String(order.commissionRate), tag)}
      </Detail>
      {typeof order.marginCloseOut === 'string' && (
        <Detail name={t('orders.field.closeOut')}>{shareText(order.marginCloseOut, tag)}</Detail>
      )}
      {priceFields.map((field) => (
        <Detail key={field} name={t(`orders.field.${field}`)}>
          {order[field] === null || order[field] === undefined ? (
            t('orders.value.none')
          ) : (
            <Price price={String(order[field])} digits={decimalsOf(String(order[field]))} />
          )}
        </Detail>
      ))}
      {amountFields.map((field) => (
        <Detail key={field} name={t(`orders.field.${field}`)}>
          <bdi className="figures">{formatDecimal(String(order[field] ?? '0'), tag, { min: 2 })} USDT</bdi>
        </Detail>
      ))}
      <Detail name={t('orders.field.profit')} strong>
        {typeof profit === 'string' ? (
          <MoneyChange amount={profit} asset="USDT" max={Math.max(2, digitsFor(profit))} />
        ) : (
          t(order.status === 'open' ? 'receipts.profit.open' : 'orders.value.none')
        )}
      </Detail>
      <Detail name={t('orders.field.status')}>{named('status', order.status)}</Detail>
      {order.closeReason !== null && order.closeReason !== undefined && (
        <Detail name={t('orders.field.closeReason')}>{named('reason', order.closeReason)}</Detail>
      )}
    </>
  )
}

export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

function VerifyYourself({ onSave }: { readonly onSave: () => void }) {
  const { t } = useWords()
  return (
    <Card className="print:break-inside-avoid">
      <SectionHead title={t('receipts.verify.title')} text={t('receipts.verify.text')} />
      <CommandLine command="npm run candor -- verify receipt.json --keys candor-keys.json" />
      <p className="mt-3 text-12 text-ink-2">{t('receipts.verify.server')}</p>
      <p className="mt-3 text-12 text-ink-2">{t('receipts.verify.pin')}</p>
      <CheckFiles label={t('receipts.download')} onSave={onSave} />
    </Card>
  )
}

function WholeDocument({ document }: { readonly document: ShownReceipt['document'] }) {
  const { t } = useWords()
  return (
    <Card>
      <details>
        <summary className="font-semibold text-14 text-ink">{t('receipts.document.show')}</summary>
        <p className="mt-2 text-12 text-ink-3">{t('receipts.document.title')}</p>
        <pre
          dir="ltr"
          {...scrolledByKeyboard}
          className={classNames(
            'mt-2 max-h-96 overflow-auto rounded-s bg-sunken p-3 font-mono text-12 text-ink-2',
          )}
        >
          {JSON.stringify(document, null, 2)}
        </pre>
      </details>
    </Card>
  )
}
