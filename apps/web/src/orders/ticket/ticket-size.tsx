import { writeLots } from '@candor/money'
import type { Market } from '@candor/rules'
import { classNames } from '@candor/ui/class-names.ts'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../../session/language/language.ts'
import { type SizeBy, sizeChoices } from '../order-form/order-form.ts'
import { lotPresets, type RiskSteps, stepLots } from '../order-form/order-volume.ts'
import { unitsOf, volumeText } from '../volume-text.ts'
import { Chip, useFieldError } from './ticket-fields.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

const presets: Readonly<Record<Exclude<SizeBy, 'lots'>, readonly string[]>> = {
  money: ['100', '500', '1000', '5000'],
  risk: ['0.5', '1', '2', '5'],
}

/** Volume of an order: in lots, by the value of the position, or by the loss at its stop. */
export function SizeField({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { form, change, market, price } = ticket
  const errorAt = useFieldError(ticket)
  const { sizeBy } = form
  const lots = lotPresets(market, price.quote)
  const inLots = sizeBy === 'lots'
  const set = (text: string) => change(inLots ? { type: 'lots', text } : { type: 'size', text })
  const value = inLots ? form.lots : form.size
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={t(`orders.ticket.size.${sizeBy}`)}
        error={errorAt(inLots ? 'lots' : 'size') ?? errorAt('lots')}
        hint={<SizeHint ticket={ticket} />}
        aside={<SizeChoice ticket={ticket} />}
        className="[&>p]:-mt-0.5 [&>p:empty]:hidden"
      >
        {(control) => (
          <NumberInput
            {...control}
            value={value}
            onValue={set}
            {...(inLots
              ? { onStep: (by: 1 | -1) => set(stepLots(form.lots, market, by)) }
              : { unit: sizeBy === 'money' ? 'USDT' : '%' })}
            className="h-10! min-h-10!"
          />
        )}
      </Field>
      <fieldset aria-label={t('orders.ticket.lots.presets')} className="flex gap-1.5" dir="ltr">
        {(inLots ? lots : presets[sizeBy]).map((one) => (
          <Chip key={one} on={value === one} onPress={() => set(one)}>
            {sizeBy === 'risk' ? `${formatDecimal(one, tag)} %` : formatDecimal(one, tag)}
          </Chip>
        ))}
      </fieldset>
    </div>
  )
}

/** The typed volume in another unit: units of the base for lots, lots for money and risk. */
function SizeHint({ ticket: { form, market, riskSteps } }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  if (form.sizeBy !== 'lots')
    return form.lots === '' ? null : (
      <>
        = {volumeText(t, tag, form.lots, market)}
        {riskSteps !== null && <RiskFormula steps={riskSteps} market={market} />}
      </>
    )
  const units = unitsOf(form.lots, market)
  if (units === null) return null
  return t('orders.ticket.lots.units', { amount: formatDecimal(units, tag), unit: market.base })
}

/** The way from a share of the equity to a volume, with its numbers. */
function RiskFormula({ steps, market }: { readonly steps: RiskSteps; readonly market: Market }) {
  const { t, tag } = useWords()
  const usdt = (amount: string) => formatDecimal(amount, tag, { min: 2, max: 2 })
  return (
    <span className="block">
      {t('orders.ticket.size.risk.formula', {
        percent: formatDecimal(steps.percent, tag),
        equity: usdt(steps.equity),
        risk: usdt(steps.risk),
        lossPerLot: usdt(steps.lossPerLot),
        quotient: formatDecimal(steps.quotient, tag, { max: 6 }),
        step: formatDecimal(writeLots(market.lotStep), tag),
        capped: steps.capped ? 'yes' : 'no',
        most: formatDecimal(writeLots(market.lotMax), tag),
      })}
    </span>
  )
}

function SizeChoice({ ticket: { form, chooseSizeBy } }: { readonly ticket: OrderTicketState }) {
  const { t } = useWords()
  const short: Readonly<Record<SizeBy, string>> = { lots: t('orders.field.lots'), money: 'USDT', risk: '%' }
  return (
    <span className="flex gap-0.5">
      {sizeChoices.map((sizeBy) => (
        <button
          key={sizeBy}
          type="button"
          aria-pressed={form.sizeBy === sizeBy}
          aria-label={t(`orders.ticket.size.${sizeBy}`)}
          title={t(`orders.ticket.size.${sizeBy}`)}
          onClick={() => chooseSizeBy(sizeBy)}
          className={classNames(
            'h-6 min-w-7 rounded-[4px] px-1.5 text-12 max-md:h-11 max-md:min-w-11',
            form.sizeBy === sizeBy ? 'bg-sunken font-medium text-ink' : 'text-ink-3 hover:text-ink',
          )}
        >
          {short[sizeBy]}
        </button>
      ))}
    </span>
  )
}
