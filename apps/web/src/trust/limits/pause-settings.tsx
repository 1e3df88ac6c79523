import type { OwnLimitsShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useState } from 'react'
import { SettingRow } from '../../forms/setting-row.tsx'
import { serverNow } from '../../live/server-time.ts'
import { momentText } from '../../markets/ages.ts'
import { useWords } from '../../session/language/language.ts'
import { type PauseLength, pauseEnd } from './limit-terms.ts'
import { useSaveLimits } from './use-save-limits.ts'

const lengths: readonly PauseLength[] = ['day', 'week', 'month']

/** A break from new trades: how long, since when it cannot be undone at once. */
export function PauseSettings({ coolingOff }: { readonly coolingOff: OwnLimitsShown['coolingOff'] }) {
  const { t, tag } = useWords()
  const [choosing, setChoosing] = useState(false)
  const { save, busy } = useSaveLimits()
  const { until, next } = coolingOff
  const at = (iso: string) => momentText(iso, tag, Date.now())
  const text = (
    <>
      <p>{until === null ? t('trust.pause.text') : t('trust.pause.until', { time: at(until) })}</p>
      {next !== null && (
        <p className="mt-1.5 text-12">{t('trust.pause.next', { time: at(next.until ?? next.at) })}</p>
      )}
    </>
  )
  return (
    <>
      <SettingRow title={t('trust.pause')} text={text}>
        {until === null ? (
          <Button variant="secondary" onClick={() => setChoosing(true)}>
            {t('trust.pause.choose')}
          </Button>
        ) : (
          next === null && (
            <Button variant="secondary" busy={busy} onClick={() => save({ coolingOffUntil: null })}>
              {t('trust.pause.end')}
            </Button>
          )
        )}
      </SettingRow>
      {choosing && <PauseDialog onClose={() => setChoosing(false)} />}
    </>
  )
}

function PauseDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, tag } = useWords()
  const { save, busy } = useSaveLimits()
  const [length, setLength] = useState<PauseLength>('day')
  const until = pauseEnd(length, serverNow())
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('trust.pause')}
      footer={
        <Button full busy={busy} onClick={() => save({ coolingOffUntil: until }, onClose)}>
          {t('trust.pause.start')}
        </Button>
      }
    >
      <SegmentedControl
        full
        label={t('trust.pause')}
        choices={lengths.map((value) => ({ value, label: t(`trust.pause.${value}`) }))}
        value={length}
        onChange={setLength}
      />
      <p className="mt-4 text-14 text-ink-2">
        {t('trust.pause.ask', { time: momentText(until, tag, Date.now()) })}
      </p>
    </Dialog>
  )
}
