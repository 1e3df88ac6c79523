import type { MarketSource } from '@candor/contract'
import { type PriceScale, priceScales } from '@candor/rules/markets/saved-chart.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { DateInput } from '@candor/ui/controls/date-input.tsx'
import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Image, Maximize, Minimize } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCalendarWords } from '../../../session/language/calendar-words.ts'
import { useT } from '../../../session/language/language.ts'
import type { CandleChart } from '../candle-chart.ts'
import { isKnownZone } from '../chart-language.ts'
import type { MarketChart } from '../state/use-market-chart.ts'
import { CompareSelect } from './compare-select.tsx'
import { savePicture } from './save-picture.ts'
import { timeZones } from './time-zones.ts'

interface SettingsProps extends MarketChart {
  readonly canvas: CandleChart
  readonly code: string
  readonly source: MarketSource | null
  readonly onClose: () => void
}

/** Scale, comparison, time zone and day of a chart; the whole screen; a picture of it. */
export function ChartSettings({ chart, change, canvas, code, source, onClose }: SettingsProps) {
  const t = useT()
  const [day, setDay] = useState('')
  const calendar = useCalendarWords()
  const section = canvas.library.getDom()?.closest<HTMLElement>('section') ?? null
  const goTo = (chosen: string) => {
    setDay(chosen)
    if (chosen === '') return
    canvas.goTo(Date.parse(`${chosen}T00:00:00Z`))
    onClose()
  }
  return (
    <div className="flex flex-col gap-4 p-3">
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-14">{t('chart.settings.scale')}</span>
        <SegmentedControl
          label={t('chart.settings.scale')}
          full
          choices={priceScales.map((value) => ({ value, label: t(`chart.scale.${value}`) }))}
          value={chart.scale}
          onChange={(scale: PriceScale) => change((now) => ({ ...now, scale }))}
        />
      </div>
      <Field label={t('chart.settings.compare')}>
        {(control) => <CompareSelect {...control} code={code} chart={chart} change={change} />}
      </Field>
      <Field label={t('chart.settings.timeZone')}>
        {(control) => <ZoneSelect {...control} chart={chart} change={change} />}
      </Field>
      <Field label={t('chart.settings.goTo')}>
        {(control) => <DateInput {...control} value={day} onChange={goTo} words={calendar} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        {section !== null && document.fullscreenEnabled && <FullScreen section={section} onClose={onClose} />}
        <Button
          variant="secondary"
          size="s"
          icon={<Image aria-hidden className="size-4" />}
          onClick={() => {
            const parts = [code, t(`markets.chart.interval.${chart.interval}`)]
            const head = [...parts, ...(source === null ? [] : [t(`markets.source.${source}`)])].join(' · ')
            savePicture(canvas, `${code}-${chart.interval}.png`, head).catch(() =>
              toast(t('chart.settings.pictureFailed'), 'bad'),
            )
            onClose()
          }}
        >
          {t('chart.settings.picture')}
        </Button>
      </div>
    </div>
  )
}

function ZoneSelect({
  chart,
  change,
  ...control
}: MarketChart & { readonly id: string; readonly 'aria-describedby'?: string }) {
  const t = useT()
  const chosen = isKnownZone(chart.timeZone) ? chart.timeZone : null
  const options = useMemo(
    () => [
      { value: '', label: t('chart.settings.deviceZone') },
      ...timeZones(chosen).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    ],
    [t, chosen],
  )
  return (
    <Select
      {...control}
      options={options}
      value={chosen ?? ''}
      onChange={(timeZone) => change((now) => ({ ...now, timeZone }))}
      searchable
    />
  )
}

function FullScreen({ section, onClose }: { readonly section: HTMLElement; readonly onClose: () => void }) {
  const t = useT()
  const isFull = document.fullscreenElement === section
  const Picture = isFull ? Minimize : Maximize
  return (
    <Button
      variant="secondary"
      size="s"
      icon={<Picture aria-hidden className="size-4" />}
      onClick={() => {
        void (isFull ? document.exitFullscreen() : section.requestFullscreen()).catch(() => undefined)
        onClose()
      }}
    >
      {t(isFull ? 'chart.settings.leaveFullScreen' : 'chart.settings.fullScreen')}
    </Button>
  )
}
