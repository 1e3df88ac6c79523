import * as refusals from '@candor/refusals/codes.ts'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { CallFailure } from '../session/calls/failure.ts'
import { useWords } from '../session/language/language.ts'
import { ReceiptView, type ShownReceipt } from './receipt-view.tsx'

/** A receipt, or why it is not there. */
export function ReceiptOrState({
  query,
  ownOrderId = null,
}: {
  readonly query: UseQueryResult<ShownReceipt, Error>
  /** The order, where the reader is its customer. */
  readonly ownOrderId?: string | null
}) {
  const { t } = useWords()
  const { data, error, refetch } = query
  if (data !== undefined) return <ReceiptView receipt={data} ownOrderId={ownOrderId} />
  if (error instanceof CallFailure && error.code === refusals.notFound)
    return (
      <EmptyState
        wholePage
        icon={<SearchX aria-hidden />}
        title={t('receipts.notFound')}
        text={t('receipts.notFound.hint')}
      />
    )
  if (error !== null) return <ErrorState title={t('receipts.error')} onRetry={() => void refetch()} />
  return <SkeletonLines count={12} className="mx-auto w-full max-w-[52rem] px-4 py-10" />
}
