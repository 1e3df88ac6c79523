import type { Recharge } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'
import { Code, Timeline } from '../record-parts.tsx'
import { DepositStatus, DepositWaits, stateOfDeposit } from './deposit-cells.tsx'
import { networkName } from './deposit-form.ts'

/** One deposit: the claim, its result, and the times. */
export function DepositDialog({
  deposit,
  onClose,
}: {
  readonly deposit: Recharge
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const { amount, credited, coin, network, address, hash, hashLast6 } = deposit
  const shown = `${formatDecimal(amount, tag, { min: 2, max: 9 })} ${coin}`
  return (
    <Dialog open onClose={onClose} title={t('funding.detail.title', { amount: shown })}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <DepositStatus status={stateOfDeposit(deposit)} />
          <DepositWaits deposit={deposit} className="text-14 text-ink-2" />
          {deposit.waitsFor === 'identity' && (
            <a href="#/profile/identity" className="text-14 text-accent">
              {t('funding.waits.identity.act')}
            </a>
          )}
        </div>
        <DetailList className="[&>div]:py-1.5">
          <Detail name={t('funding.field.claimed')}>
            <Money amount={amount} asset={coin} max={9} />
          </Detail>
          <Detail name={t('funding.field.credited')} strong>
            {credited === null ? '—' : <Money amount={credited} asset={coin} max={9} />}
          </Detail>
          <Detail name={t('funding.field.network')}>{networkName[network]}</Detail>
        </DetailList>
        <Reversal deposit={deposit} />
        <Code name={t('funding.field.address')} value={address} />
        <Code name={t('funding.field.transaction')} value={hash ?? `…${hashLast6}`} />
        <Timeline lines={deposit.timeline} statusOf={(status) => <DepositStatus status={status} />} />
        {deposit.status === 'rejected' && <p className="text-14 text-ink-2">{t('funding.detail.again')}</p>}
      </div>
    </Dialog>
  )
}

/** The amount taken back from a deposit credited in error, and the rest still owed. */
function Reversal({ deposit: { reversal, coin } }: { readonly deposit: Recharge }) {
  const { t } = useWords()
  if (reversal === null) return null
  const { reason, taken, claim, claimState } = reversal
  return (
    <Banner tone="warn" title={t('funding.status.reversed')}>
      {t.maybe(reason) ?? ''}
      <DetailList className="mt-2 [&>div]:py-1.5">
        <Detail name={t('funding.reversal.taken')}>
          <Money amount={taken} asset={coin} max={9} />
        </Detail>
        {claimState !== 'none' && (
          <Detail name={t('funding.reversal.claim')} strong>
            <Money amount={claim} asset={coin} max={9} />
          </Detail>
        )}
      </DetailList>
      {claimState !== 'none' && t(`funding.reversal.claim.${claimState}`)}
    </Banner>
  )
}
