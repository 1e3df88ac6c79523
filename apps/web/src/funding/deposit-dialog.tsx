import type { Recharge } from '@candor/contract'
import { CopyButton } from '@candor/ui/copy-button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { Fact, Facts } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language.ts'
import { DepositStatus, DepositWaits } from './deposit-cells.tsx'
import { networkName } from './deposit-form.ts'

/** One deposit: what was handed in, what became of it, and when. */
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
          <DepositStatus status={deposit.status} />
          <DepositWaits deposit={deposit} className="text-14 text-ink-2" />
          {deposit.waitsFor === 'identity' && (
            <a href="#/profile/identity" className="text-14 text-accent">
              {t('funding.waits.identity.act')}
            </a>
          )}
        </div>
        <Facts className="[&>div]:py-1.5">
          <Fact name={t('funding.field.claimed')}>
            <Money amount={amount} asset={coin} max={9} />
          </Fact>
          <Fact name={t('funding.field.credited')} strong>
            {credited === null ? '—' : <Money amount={credited} asset={coin} max={9} />}
          </Fact>
          <Fact name={t('funding.field.network')}>{networkName[network]}</Fact>
        </Facts>
        <Code name={t('funding.field.address')} value={address} />
        {hash === null ? (
          <Code name={t('funding.field.transaction')} value={`…${hashLast6}`} />
        ) : (
          <Code name={t('funding.field.transaction')} value={hash} />
        )}
        <Timeline deposit={deposit} />
      </div>
    </Dialog>
  )
}

function Code({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <p className="text-12 text-ink-3">{name}</p>
      <p dir="ltr" className="figures mt-0.5 whitespace-normal! break-all text-start text-14 text-ink">
        {value}
      </p>
      <CopyButton value={value} className="-ms-2" />
    </div>
  )
}

function Timeline({ deposit }: { readonly deposit: Recharge }) {
  const { t, tag } = useWords()
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section>
      <h3 className="mb-2 font-semibold text-14 text-ink">{t('funding.timeline.title')}</h3>
      <ol className="flex flex-col gap-3 border-hairline border-s ps-4">
        {deposit.timeline.map(({ status, at, reason }) => (
          <li key={status} className="flex flex-col gap-0.5">
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <DepositStatus status={status} />
              <time dateTime={at} className="text-12 text-ink-3">
                {day.format(new Date(at))}
              </time>
            </span>
            {reason !== null && <span className="text-14 text-ink-2">{t.maybe(reason) ?? reason}</span>}
          </li>
        ))}
      </ol>
      {deposit.status === 'rejected' && (
        <p className="mt-3 text-14 text-ink-2">{t('funding.detail.again')}</p>
      )}
    </section>
  )
}
