import type { Withdrawal } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../session/calls/failure.ts'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { networkName } from '../deposits/deposit-form.ts'
import { Code, Timeline } from '../record-parts.tsx'
import { HeldBanner, isGivenBack, Late, WithdrawalStatus } from './withdrawal-status.tsx'

/** One withdrawal: its destination, cost, state and times; it can be cancelled while pending. */
export function WithdrawalDialog({
  withdrawal,
  onClose,
}: {
  readonly withdrawal: Withdrawal
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const queries = useQueryClient()
  const cancel = useIdempotentMutation('cancelWithdrawal')
  const { coin, address, hash } = withdrawal
  const shown = `${formatDecimal(withdrawal.amount, tag, { min: 2, max: 9 })} ${coin}`
  const takeBack = () =>
    cancel.mutate(
      { id: withdrawal.id },
      {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: ['listWithdrwal'] })
          void queries.invalidateQueries({ queryKey: ['getUserInfo'] })
        },
      },
    )
  return (
    <Dialog open onClose={onClose} title={t('withdraw.detail.title', { amount: shown })}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <WithdrawalStatus status={withdrawal.status} />
          <Late withdrawal={withdrawal} />
        </div>
        <HeldBanner withdrawal={withdrawal} />
        <WithdrawalDetails withdrawal={withdrawal} />
        {address !== null && <Code name={t('funding.field.address')} value={address} />}
        {hash !== null && <Code name={t('funding.field.transaction')} value={hash} />}
        <Timeline lines={withdrawal.timeline} statusOf={(status) => <WithdrawalStatus status={status} />} />
        {cancel.isError && <Banner tone="bad">{failureText(t, cancel.error)}</Banner>}
        {withdrawal.status === 'pending' && (
          <Button variant="secondary" busy={cancel.isPending} onClick={takeBack}>
            {t('withdraw.cancel')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Amount, cost, deadline and destination. */
function WithdrawalDetails({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t, tag } = useWords()
  const { coin, network, deadlineAt } = withdrawal
  return (
    <DetailList className="[&>div]:py-1.5">
      <Detail name={t('convert.amount')}>
        <Money amount={withdrawal.amount} asset={coin} max={9} />
      </Detail>
      {isGivenBack(withdrawal) ? (
        <Detail name={t('withdraw.detail.back')} strong>
          <Money amount={withdrawal.amount} asset={coin} max={9} />
        </Detail>
      ) : (
        <>
          <Detail name={t('withdraw.fee')}>
            <Money amount={withdrawal.fee} asset={coin} max={9} />
          </Detail>
          <Detail name={t('withdraw.received')} strong>
            <Money amount={withdrawal.received} asset={coin} max={9} />
          </Detail>
          <Detail name={t('withdraw.deadline')}>
            <time dateTime={deadlineAt}>{formatMinute(deadlineAt, tag)}</time>
          </Detail>
        </>
      )}
      <Detail name={t('withdraw.field.to')}>
        {network === null ? <bdi>{withdrawal.bankAccount}</bdi> : networkName[network]}
      </Detail>
    </DetailList>
  )
}
