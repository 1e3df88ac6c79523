import { fewestCustomers } from '@candor/rules/trust/execution/report-days.ts'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatShare, signOf } from '@candor/ui/figures/format-decimal.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'

type Conflict = CallResult<'execution'>['report']['document']['conflict']

/** The operator's own interest in customers' trades: exposure that it keeps, its result, and the money behind profits (trust T22). */
export function ConflictCard({ conflict }: { readonly conflict: Conflict }) {
  const { t } = useWords()
  return (
    <Card>
      <SectionHead title={t('execution.conflict')} text={t('execution.conflict.text')} className="mb-2" />
      <ConflictFigures conflict={conflict} />
    </Card>
  )
}

/** Figures of the operator's own interest, as a report states them. */
export function ConflictFigures({ conflict: { exposure, result, cover } }: { readonly conflict: Conflict }) {
  const { t, tag } = useWords()
  return (
    <>
      {exposure === null ? (
        <p className="text-14 text-ink-2">{t('execution.conflict.few', { customers: fewestCustomers })}</p>
      ) : (
        <RetainedShare exposure={exposure} />
      )}
      <DetailList className="mt-2">
        {exposure !== null && (
          <>
            <Detail name={t('execution.conflict.net')}>
              <Money amount={exposure.net} asset="USDT" />
            </Detail>
            <Detail name={t('execution.conflict.laidOff')}>
              <Money amount={exposure.laidOff} asset="USDT" />
            </Detail>
          </>
        )}
        <Detail name={t('execution.conflict.prices')}>
          <MoneyChange amount={result.prices} asset="USDT" />
        </Detail>
        <Detail name={t('execution.conflict.charges')}>
          <MoneyChange amount={result.charges} asset="USDT" />
        </Detail>
        {cover !== null && (
          <>
            <Detail name={t('execution.conflict.capital')}>
              <Money amount={cover.capital} asset="USDT" />
            </Detail>
            <Detail
              name={t('execution.conflict.worst', {
                move: `\u2066${formatShare(cover.worst.move, tag, 0, true)}\u2069`,
              })}
            >
              <MoneyChange amount={cover.worst.result} asset="USDT" />
            </Detail>
          </>
        )}
      </DetailList>
      {cover !== null && (
        <p className="mt-2 text-12 text-ink-3">
          {t(cover.worst.covered ? 'execution.conflict.covered' : 'execution.conflict.uncovered')}
        </p>
      )}
    </>
  )
}

function RetainedShare({
  exposure: { retainedShare, laidOff },
}: {
  readonly exposure: NonNullable<Conflict['exposure']>
}) {
  const { t, tag } = useWords()
  if (retainedShare === null) return null
  return (
    <p className="text-16 text-ink">
      {t('execution.conflict.kept', { share: formatShare(retainedShare, tag, 0) })}{' '}
      {signOf(laidOff) === 0 && t('execution.conflict.all')}
    </p>
  )
}
