import type { SavedIndicator } from '@candor/contract'
import { savedChartLimits } from '@candor/rules/markets/saved-chart.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { menuItemClass } from '@candor/ui/overlays/menu.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useT } from '../../../session/language/language.ts'
import { ColorChoice } from '../color-choice.tsx'
import type { MarketChart } from '../state/use-market-chart.ts'
import {
  type IndicatorName,
  indicatorNames,
  inputsOf,
  isIndicator,
  kindOf,
  lineColor,
  mostLength,
  readInput,
} from './indicator-catalog.ts'
import { addIndicator, changeColor, changeInputs, removeIndicator } from './indicator-edits.ts'

/** Indicators on the chart with their inputs and colours, and the list of all, to search and add. */
export function IndicatorMenu({ chart, change }: MarketChart) {
  const t = useT()
  const [sought, setSought] = useState('')
  const text = sought.trim().toLocaleLowerCase()
  const found = indicatorNames.filter((name) =>
    [name, t(`chart.indicator.${name}`)].some((word) => word.toLocaleLowerCase().includes(text)),
  )
  // An indicator has no other identity than its place: what is typed is dropped when the places change.
  const shown = chart.indicators.flatMap((saved, at) =>
    isIndicator(saved.name)
      ? [{ key: `${saved.name} ${at} of ${chart.indicators.length}`, name: saved.name, saved, at }]
      : [],
  )
  const add = (name: IndicatorName) => {
    if (chart.indicators.length >= savedChartLimits.indicators) toast(t('chart.indicators.full'), 'bad')
    else change(addIndicator(name))
  }
  return (
    <div className="flex flex-col gap-1 p-1">
      {shown.map(({ key, ...indicator }) => (
        <ShownIndicator key={key} {...indicator} change={change} />
      ))}
      <SearchInput
        compact
        aria-label={t('chart.indicators.search')}
        placeholder={t('chart.indicators.search')}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
        className="mt-1 w-full"
      />
      <ul aria-label={t('chart.indicators.all')}>
        {found.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => add(name)} className={menuItemClass}>
              <Plus aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 leading-tight">{t(`chart.indicator.${name}`)}</span>
              <span className="text-12 text-ink-3">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-3 py-2 text-14 text-ink-3">{t('chart.indicators.notFound')}</p>}
    </div>
  )
}

interface ShownProps {
  readonly name: IndicatorName
  readonly saved: SavedIndicator
  /** Its place among the indicators of the chart. */
  readonly at: number
  readonly change: MarketChart['change']
}

function ShownIndicator(props: ShownProps) {
  const { name, saved, at, change } = props
  const t = useT()
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const kind = kindOf(name)
  const title = t(`chart.indicator.${name}`)
  const hasSettings = kind.inputs.length > 0 || kind.lines > 0
  return (
    <div className="rounded-s bg-sunken">
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={hasSettings ? open : undefined}
          aria-controls={open ? panelId : undefined}
          aria-label={t('chart.indicators.settings', { name: title })}
          disabled={!hasSettings}
          onClick={() => setOpen(!open)}
          className={menuItemClass}
        >
          <span className="min-w-0 flex-1 leading-tight">{title}</span>
          <span dir="ltr" className="figures text-12 text-ink-3">
            {inputsOf(name, saved.inputs).join(' · ')}
          </span>
          {hasSettings && <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />}
        </button>
        <IconButton
          label={t('chart.indicators.remove', { name: title })}
          onClick={() => change(removeIndicator(at))}
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      {open && (
        <div id={panelId} className="flex flex-col gap-3 px-3 pt-1 pb-3">
          <Inputs {...props} />
          <Colors {...props} />
        </div>
      )}
    </div>
  )
}

/** Inputs as they are typed; each valid one is drawn at once. */
function Inputs({ name, saved, at, change }: ShownProps) {
  const t = useT()
  const { inputs } = kindOf(name)
  const values = inputsOf(name, saved.inputs)
  const [typed, setTyped] = useState(() => values.map(String))
  const write = (index: number, text: string) => {
    setTyped(typed.map((one, other) => (other === index ? text : one)))
    const input = inputs[index]
    const value = input === undefined ? null : readInput(input, text)
    if (value !== null)
      change(
        changeInputs(
          at,
          values.map((one, other) => (other === index ? value : one)),
        ),
      )
  }
  return (
    <div className="grid grid-cols-2 gap-3 empty:hidden">
      {inputs.map((input, index) => {
        const text = typed[index] ?? ''
        const isWrong = readInput(input, text) === null
        return (
          <Field
            key={input.key}
            label={t(`chart.input.${input.key}`)}
            error={isWrong ? t('chart.input.bounds', { most: mostLength }) : null}
          >
            {(control) => <NumberInput {...control} value={text} onValue={(next) => write(index, next)} />}
          </Field>
        )
      })}
    </div>
  )
}

function Colors({ name, saved, at, change }: ShownProps) {
  const t = useT()
  const { lines } = kindOf(name)
  const shown = Array.from({ length: lines }, (_, line) => lineColor(saved.colors, line))
  const rows = shown.map((color, line) => ({
    color,
    line,
    label: t('chart.indicators.line', { number: line + 1 }),
  }))
  return rows.map(({ color, line, label }) => (
    <div key={label} className="flex flex-col gap-1">
      <span className="text-12 text-ink-3">{label}</span>
      <ColorChoice
        label={label}
        chosen={color}
        onChoose={(chosen) => change(changeColor(at, line, chosen, shown))}
      />
    </div>
  ))
}
