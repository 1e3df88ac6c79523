import { Detail } from '@candor/ui/surface.tsx'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { fillsOf, fillText } from './fill-text.ts'

/** Says of each fill at the market by which price it was, from the order’s receipt; nothing until that is there. */
export function FillDetails({ orderId }: { readonly orderId: string }) {
  const { t } = useWords()
  const { data: receipt } = useApiQuery('getReceipt', { orderId })
  return fillsOf(receipt?.document ?? {}).map(({ kind, fill }) => (
    <Detail key={kind} name={t('receipts.fill.name', { kind })}>
      {fillText(t, fill)}
    </Detail>
  ))
}
