import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { useEffect } from 'react'
import { noteServerTime } from '../../live/server-time.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'

/** Record of the last 30 days' withdrawals, late ones included (trust T11). */
export function ServiceRecordCard() {
  const { t, tag } = useWords()
  const { data, dataUpdatedAt } = useApiQuery('serviceRecord', {})
  // The addresses on the page count by the server's clock, which this response gives.
  useEffect(() => {
    if (data !== undefined) noteServerTime(data.at, dataUpdatedAt)
  }, [data, dataUpdatedAt])
  if (data === undefined) return null
  const count = new Intl.NumberFormat(tag)
  return (
    <Card>
      <h2 className="mb-3 font-semibold text-16 text-ink">{t('withdraw.record.title')}</h2>
      <DetailList className="[&>div]:py-1.5">
        <Detail name={t('withdraw.record.asked')}>{count.format(data.asked)}</Detail>
        <Detail name={t('withdraw.record.paid')}>{count.format(data.paid)}</Detail>
        <Detail name={t('withdraw.record.refused')}>{count.format(data.refused)}</Detail>
        <Detail name={t('withdraw.record.late')} strong>
          {count.format(data.late)}
        </Detail>
      </DetailList>
    </Card>
  )
}
