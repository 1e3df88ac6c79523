import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import type { CallResult } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { shortSpan } from '../limits/span-words.ts'

/** Record of the last 30 days' withdrawals; every missed deadline counts (trust T11). */
export function WithdrawalsCard() {
  const { t, tag } = useWords()
  const { data, isError, error, refetch } = useApiQuery('serviceRecord', {})
  const count = new Intl.NumberFormat(tag)
  return (
    <Card>
      <SectionHead
        title={t('status.withdrawals')}
        {...(data && {
          text: t('status.withdrawals.promise', { span: shortSpan(data.deadlineHours * hourMs, tag) }),
        })}
        className="mb-2"
      />
      {isError && (
        <ErrorState
          title={t('shell.loadFailed')}
          text={failureText(t, error)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <SkeletonLines count={6} />}
      {data !== undefined && (
        <DetailList>
          <Detail name={t('withdraw.record.asked')}>{count.format(data.asked)}</Detail>
          <Detail name={t('withdraw.record.paid')}>{count.format(data.paid)}</Detail>
          <Detail name={t('status.withdrawals.median')}>
            {data.medianPaidMinutes === null ? '—' : shortSpan(data.medianPaidMinutes * minuteMs, tag)}
          </Detail>
          <Detail name={t('withdraw.record.refused')}>{count.format(data.refused)}</Detail>
          <Detail name={t('status.withdrawals.cancelled')}>{count.format(data.cancelled)}</Detail>
          <Detail name={t('status.withdrawals.open')}>{count.format(data.open)}</Detail>
          <Detail name={t('withdraw.record.late')} strong>
            {count.format(data.late)}
          </Detail>
          <Detail name={t('status.withdrawals.openLate')} strong>
            {count.format(data.openLate)}
          </Detail>
        </DetailList>
      )}
    </Card>
  )
}

/** Markets that an operator halted in the last 90 days, with the durations. */
export function HaltsCard({ halts }: { readonly halts: CallResult<'status'>['halts'] }) {
  const t = useT()
  return (
    <Card>
      <SectionHead title={t('status.halts')} className="mb-2" />
      {halts.length === 0 && <p className="text-14 text-ink-2">{t('status.halts.none')}</p>}
      <ul className="divide-y divide-hairline">
        {halts.map((halt) => (
          <HaltLine key={`${halt.code} ${halt.from}`} halt={halt} />
        ))}
      </ul>
    </Card>
  )
}

function HaltLine({ halt }: { readonly halt: CallResult<'status'>['halts'][number] }) {
  const { t, tag } = useWords()
  const from = formatMinute(halt.from, tag)
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium text-14 text-ink">{halt.code}</p>
        <p className="text-12 text-ink-3">
          {halt.until === null
            ? t('status.halts.since', { from })
            : t('status.halts.between', { from, until: formatMinute(halt.until, tag) })}
        </p>
      </div>
      <p className="mt-0.5 text-14 text-ink-2">{t(`markets.halt.${halt.reason}`)}</p>
    </li>
  )
}

type Cancellation = CallResult<'status'>['cancellations'][number]

/** Splits, dividends and rollovers that operators cancelled in the last 90 days, with the cause. */
export function CancellationsCard({ cancellations }: { readonly cancellations: readonly Cancellation[] }) {
  const t = useT()
  return (
    <Card>
      <SectionHead title={t('status.cancellations')} className="mb-2" />
      {cancellations.length === 0 && <p className="text-14 text-ink-2">{t('status.cancellations.none')}</p>}
      <ul className="divide-y divide-hairline">
        {cancellations.map((one) => (
          <CancellationLine key={`${one.code} ${one.kind} ${one.cancelledAt}`} cancellation={one} />
        ))}
      </ul>
    </Card>
  )
}

function CancellationLine({
  cancellation: { code, kind, value, at, cancelledAt, cause },
}: {
  readonly cancellation: Cancellation
}) {
  const { t, tag } = useWords()
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium text-14 text-ink">
          {code} · {t(`status.cancellations.${kind}`, { value: `\u2066${value}\u2069` })}
        </p>
        <p className="text-12 text-ink-3">{formatMinute(cancelledAt, tag)}</p>
      </div>
      <p className="mt-0.5 text-14 text-ink-2">
        {t(`status.cancellations.${cause}`, { at: formatMinute(at, tag) })}
      </p>
    </li>
  )
}
