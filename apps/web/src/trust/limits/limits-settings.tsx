import type { OwnLimitsShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { Banner, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { SettingRow } from '../../forms/setting-row.tsx'
import { momentText } from '../../markets/ages.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { LimitDialog } from './limit-dialog.tsx'
import { type LossName, type LossShown, lossNames, lostOf, usedShare } from './limit-terms.ts'
import { PauseSettings } from './pause-settings.tsx'
import { useSaveLimits } from './use-save-limits.ts'

/** Limits that customers set for themselves: losses, a break, and reminders (trust T17). */
export function LimitsSettings() {
  const { t } = useWords()
  const limits = useApiQuery('limits', {})
  return (
    <Card>
      <SectionHead title={t('trust.title')} text={t('trust.text')} className="mb-4" />
      {limits.data !== undefined ? (
        <Limits limits={limits.data} />
      ) : limits.isError ? (
        <ErrorState
          title={t('trust.failed')}
          text={failureText(t, limits.error)}
          onRetry={() => void limits.refetch()}
        />
      ) : (
        <SkeletonLines count={5} />
      )}
    </Card>
  )
}

function Limits({ limits }: { readonly limits: OwnLimitsShown }) {
  const { t, tag } = useWords()
  const [changing, setChanging] = useState<LossName | null>(null)
  const { reached } = limits
  return (
    <>
      {reached !== null && reached.reason !== 'coolingOff' && (
        <Banner tone="warn" title={t(`trust.reached.${reached.reason}`)} className="mb-4">
          {t('trust.reached.until', { time: momentText(reached.until, tag, Date.now()) })}
        </Banner>
      )}
      <div className="divide-y divide-hairline">
        {lossNames.map((name) => (
          <SettingRow key={name} title={t(`trust.${name}`)} text={<LossText limit={limits[name]} />}>
            <Button variant="secondary" onClick={() => setChanging(name)}>
              {t('trust.change')}
            </Button>
          </SettingRow>
        ))}
        <PauseSettings coolingOff={limits.coolingOff} />
        <ReminderSetting minutes={limits.reminderMinutes} />
      </div>
      {changing !== null && (
        <LimitDialog name={changing} limit={limits[changing]} onClose={() => setChanging(null)} />
      )}
    </>
  )
}

function LossText({ limit }: { readonly limit: LossShown }) {
  const { t, tag } = useWords()
  const amount = (text: string) => formatDecimal(text, tag, { min: 2, max: 2 })
  if (limit.value === null && limit.next === null) return t('trust.none')
  return (
    <>
      {limit.value !== null && (
        <>
          <p className="figures">
            {t('trust.lost', { lost: amount(lostOf(limit)), amount: amount(limit.value) })}
          </p>
          <div aria-hidden className="mt-1.5 h-1 w-48 overflow-hidden rounded-full bg-sunken">
            <div className="h-full bg-warn" style={{ width: `${usedShare(limit) * 100}%` }} />
          </div>
        </>
      )}
      {limit.next !== null && (
        <p className="mt-1.5 text-12">
          {t(limit.next.value === null ? 'trust.next.none' : 'trust.next', {
            amount: amount(limit.next.value ?? '0'),
            time: momentText(limit.next.at, tag, Date.now()),
          })}
        </p>
      )}
    </>
  )
}

const reminderChoices = [15, 30, 60, 120] as const

function ReminderSetting({ minutes }: { readonly minutes: number | null }) {
  const { t } = useWords()
  const { save, busy } = useSaveLimits()
  const all = new Set<number>([...reminderChoices, ...(minutes === null ? [] : [minutes])])
  const options = [
    { value: 'off', label: t('trust.reminder.off') },
    ...[...all].map((count) => ({ value: String(count), label: t('trust.reminder.every', { count }) })),
  ]
  return (
    <SettingRow title={t('trust.reminder')} text={t('trust.reminder.text')}>
      <Select
        label={t('trust.reminder')}
        options={options}
        value={minutes === null ? 'off' : String(minutes)}
        disabled={busy}
        onChange={(value) => save({ reminderMinutes: value === 'off' ? null : Number(value) })}
        className="min-w-48"
      />
    </SettingRow>
  )
}
