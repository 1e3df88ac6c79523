import { Button } from '@candor/ui/controls/button.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadText } from '../session/calls/download.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { checkSignature, loadKeys, type SignedDocument } from '../trust/check-signature.ts'
import { comparePublished, publishedAround } from './published-lines.ts'
import { QuoteTable } from './quote-table.tsx'
import type { ReceiptQuote } from './read-document.ts'

/** The quotes of a minute that is not complete are loaded again. */
const formsForMs = 70_000

/** The quotes published for the minute in which a quote was used, independent of the receipt. */
export function PublishedQuotes({ used }: { readonly used: ReceiptQuote }) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-2 print:hidden" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="font-medium text-14 text-accent">{t('receipts.published.show')}</summary>
      {open && <PublishedMinute used={used} />}
    </details>
  )
}

function PublishedMinute({ used }: { readonly used: ReceiptQuote }) {
  const { t, tag } = useWords()
  const forms = Date.now() < used.receivedAt + formsForMs
  const input = { code: used.code, at: used.receivedAt }
  const { data, error, refetch } = useApiQuery(
    'minuteQuotes',
    input,
    forms ? { refetchIntervalMs: 5_000 } : {},
  )
  if (error !== null)
    return <ErrorState title={t('receipts.published.error')} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonLines count={4} className="mt-2" />
  const { lines = [] } = data.document
  const rows = publishedAround(used, lines)
  const figure = new Intl.NumberFormat(tag)
  return (
    <div className="mt-2 flex flex-col gap-2">
      <p className="max-w-line text-12 text-ink-2">{t('receipts.published.text')}</p>
      <p role="status" className="text-14 text-ink">
        {t(`receipts.published.${comparePublished(used, lines)}`)}
      </p>
      <Signature document={data} />
      {rows.length > 0 && <QuoteTable rows={rows} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="s"
          icon={<Download aria-hidden className="size-4" />}
          onClick={() =>
            downloadText(
              `candor-quotes-${used.code}-${data.document.from}.json`,
              `${JSON.stringify(data, null, 2)}\n`,
              'application/json',
            )
          }
        >
          {t('receipts.published.download')}
        </Button>
        <p className="text-12 text-ink-3">
          {t('receipts.published.shown', {
            shown: figure.format(rows.length),
            count: figure.format(lines.length),
          })}
        </p>
      </div>
    </div>
  )
}

/** Checks the installation's signature of the published quotes in the reader's own browser. */
function Signature({ document }: { readonly document: SignedDocument }) {
  const { t } = useWords()
  const { data: state } = useQuery({
    queryKey: ['signature', document.keyId, document.signature],
    queryFn: async () => checkSignature(document, await loadKeys()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <p className="text-12 text-ink-3">{t(`receipts.signature.${state ?? 'checking'}`)}</p>
}
