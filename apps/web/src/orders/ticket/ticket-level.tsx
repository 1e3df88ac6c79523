import { writePrice } from '@candor/money'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, formatPercent, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../session/language/language.ts'
import { type LevelName, type LevelUnit, levelUnits } from '../order-form/order-form.ts'
import { distanceShare, levelAt } from '../order-form/order-levels.ts'
import { Chip, useFieldError } from './ticket-fields.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Usual distances for one press; those of the price are percent of the margin. */
const presets: Readonly<Record<LevelUnit, Readonly<Record<LevelName, readonly string[]>>>> = {
  price: { stopLoss: ['-10', '-25', '-50'], takeProfit: ['25', '50', '75'] },
  pips: { stopLoss: ['10', '20', '50'], takeProfit: ['20', '50', '100'] },
  money: { stopLoss: ['20', '50', '100'], takeProfit: ['50', '100', '200'] },
  percent: { stopLoss: ['0.5', '1', '2'], takeProfit: ['1', '2', '5'] },
  range: { stopLoss: ['0.5', '1', '2'], takeProfit: ['1', '2', '3'] },
}

/** Signs that are the same in every language. */
const signs: Readonly<Partial<Record<LevelUnit, string>>> = { money: 'USDT', percent: '%', range: 'ATR' }

/** Chooses the unit of both levels. Money needs a volume that does not follow from the stop; daily ranges need the market's past. */
export function LevelUnitChoice({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { form, dailyRange, market, chooseLevelUnit } = ticket
  const isOffered = (unit: LevelUnit) =>
    unit === 'money' ? form.sizeBy !== 'risk' : unit !== 'range' || dailyRange !== null
  return (
    <div className="flex flex-col gap-1">
      <SegmentedControl
        full
        label={t('orders.ticket.levelUnit')}
        className="md:[&>label]:min-h-7 [&>label]:min-w-0 [&>label]:px-1"
        choices={levelUnits.map((unit) => ({
          value: unit,
          label: (
            <span className="text-12" title={t(`orders.ticket.levelUnit.${unit}.title`)}>
              {signs[unit] ?? t(`orders.ticket.levelUnit.${unit === 'pips' ? 'pips' : 'price'}`)}
            </span>
          ),
          disabled: !isOffered(unit),
        }))}
        value={form.levelUnit}
        onChange={chooseLevelUnit}
      />
      {form.levelUnit === 'range' && dailyRange !== null && (
        <p className="text-12 text-ink-3">
          {t('orders.ticket.levelUnit.range.hint', {
            range: formatPrice(writePrice(dailyRange), market.digits, tag),
          })}
        </p>
      )}
    </div>
  )
}

/** Stop loss or take profit: its price or its distance, the other of the two, and usual distances for one press. */
export function LevelField({
  ticket,
  field,
}: {
  readonly ticket: OrderTicketState
  readonly field: LevelName
}) {
  const { t } = useWords()
  const { form, change } = ticket
  const error = useFieldError(ticket)(field)
  const inPrice = form.levelUnit === 'price'
  const unit = form.levelUnit === 'range' ? '×' : signs[form.levelUnit]
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        label={t(`orders.ticket.${field}`)}
        error={error}
        aside={<LevelNote ticket={ticket} field={field} />}
      >
        {(control) => (
          <NumberInput
            {...control}
            value={inPrice ? form[field] : form.distances[field]}
            onValue={(text) => change({ type: field, text })}
            {...(unit === undefined ? {} : { unit })}
            className={unit === undefined ? 'h-10! min-h-10! pe-3!' : 'h-10! min-h-10!'}
          />
        )}
      </Field>
      <LevelPresets ticket={ticket} field={field} />
    </div>
  )
}

/** Next to the label: how far the typed price is away, or the price that a typed distance leads to. */
function LevelNote({
  ticket,
  field,
}: {
  readonly ticket: OrderTicketState
  readonly field: LevelName
}): ReactNode {
  const { t, tag } = useWords()
  const { form, market, entry } = ticket
  if (form.levelUnit !== 'price' && form[field] !== '')
    return <Price price={form[field]} digits={market.digits} />
  const share = entry === null ? null : distanceShare(form[field], form.direction, entry)
  if (share === null) return !form.protected && t('orders.ticket.optional')
  return (
    <bdi dir="ltr" className="figures">
      {formatPercent(share * 100, tag)}
    </bdi>
  )
}

function LevelPresets({ ticket, field }: { readonly ticket: OrderTicketState; readonly field: LevelName }) {
  const { t, tag } = useWords()
  const { form, change, market, entry } = ticket
  if (entry === null) return null
  const set = (text: string) => change({ type: field, text })
  return (
    <div className="flex gap-1" dir="ltr">
      {presets[form.levelUnit][field].map((preset) => {
        if (form.levelUnit !== 'price')
          return (
            <Chip key={preset} on={form.distances[field] === preset} onPress={() => set(preset)}>
              {formatDecimal(preset, tag)}
            </Chip>
          )
        const percentText = formatPercent(Number(preset), tag, 0)
        return (
          <Chip
            key={preset}
            on={false}
            title={t('orders.ticket.ofMargin', { percent: percentText })}
            onPress={() => set(levelAt(form, entry, market, Number(preset)))}
          >
            {percentText}
          </Chip>
        )
      })}
    </div>
  )
}
