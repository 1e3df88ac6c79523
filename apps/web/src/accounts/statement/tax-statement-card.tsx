import { Select } from '@candor/ui/controls/select.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { serverNow } from '../../live/server-time.ts'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { DownloadButton } from '../../shell/download-button.tsx'
import { yearsSince } from './statement-form.ts'

const formats = ['csv', 'pdf'] as const

/** The tax statement of a year of the real account, whichever account is in use, and what it is not. */
export function TaxStatementCard() {
  const t = useT()
  const { user } = useSession()
  const [now] = useState(() => new Date(serverNow()))
  const opened = user?.createdAt
  const years = useMemo(() => yearsSince(opened === undefined ? now : new Date(opened), now), [opened, now])
  const [newest = ''] = years
  const [chosen, setYear] = useState<string | null>(null)
  const year = chosen ?? newest
  return (
    <Card flush className="mb-5">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 px-5 text-14 text-accent">
          {t('statement.tax.title')}
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        </summary>
        <div className="px-5 pb-4">
          <p className="max-w-line text-14 text-ink-2">{t('statement.tax.lead')}</p>
          <div className="my-3 flex flex-wrap items-center gap-2">
            <div className="w-28 shrink-0">
              <Select
                label={t('statement.tax.year')}
                options={years.map((value) => ({ value, label: value }))}
                value={year}
                onChange={setYear}
              />
            </div>
            {formats.map((format) => (
              <DownloadButton
                key={format}
                call="taxStatement"
                input={{ year, format }}
                fileName={`tax-statement-${year}.${format}`}
                done={t('statement.tax.downloaded')}
              >
                {t(`statement.download.${format}`)}
              </DownloadButton>
            ))}
          </div>
          <p className="max-w-line text-12 text-ink-3">{t('statement.tax.notAdvice')}</p>
        </div>
      </details>
    </Card>
  )
}
