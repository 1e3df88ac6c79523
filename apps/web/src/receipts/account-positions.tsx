import { Button } from '@candor/ui/controls/button.tsx'
import { Download } from 'lucide-react'
import { downloadText } from '../session/calls/download.ts'
import { useApiMutation } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'

/** The positions a stop-out was decided on: their hash is on the receipt, the positions are for the account's customer alone. */
export function AccountPositions({ ownOrderId }: { readonly ownOrderId: string | null }) {
  const { t } = useWords()
  const positions = useApiMutation('receiptAccount')
  if (ownOrderId === null)
    return <p className="mt-2 max-w-line text-12 text-ink-3">{t('receipts.account.others')}</p>
  const save = () =>
    positions.mutate(
      { orderId: ownOrderId },
      {
        onSuccess: (account) =>
          downloadText(
            `candor-positions-${ownOrderId}.json`,
            `${JSON.stringify(account, null, 2)}\n`,
            'application/json',
          ),
      },
    )
  return (
    <div className="mt-2 flex flex-col items-start gap-2 print:hidden">
      <p className="max-w-line text-12 text-ink-2">{t('receipts.account.own')}</p>
      <Button
        variant="secondary"
        size="s"
        busy={positions.isPending}
        icon={<Download aria-hidden className="size-4" />}
        onClick={save}
      >
        {t('receipts.account.download')}
      </Button>
      {positions.isError && (
        <p role="alert" className="text-12 text-bad">
          {t('receipts.account.error')}
        </p>
      )}
    </div>
  )
}
