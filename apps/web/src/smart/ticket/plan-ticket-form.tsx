import type { SmartProductItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { CircleAlert } from 'lucide-react'
import { dailyText, yearlyText } from '../../savings/yield-text.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useWords } from '../../session/language/language.ts'
import { boundText, roundText, usdtText } from '../plans/plan-cells.tsx'
import { amountPresets, type PlanField, type PlanFigures } from './plan-form.ts'
import type { PlanTicket } from './use-plan-ticket.ts'

/** Gives the error text of a field: the form's own check first, else the server's refusal. */
function useFieldError(ticket: PlanTicket): (field: PlanField) => string | null {
  const { t, tag } = useWords()
  return (field) => {
    const problem = ticket.problems.find((one) => one.field === field)
    if (problem !== undefined)
      return t.maybe(`smart.problem.${field}.${problem.reason}`, {
        limit: roundText(problem.limit ?? '', tag),
      })
    return ticket.refusal?.field === field ? failureText(t, ticket.refusal.failure) : null
  }
}

export function PlanFormFields({
  ticket,
  products,
  showFunds,
}: {
  readonly ticket: PlanTicket
  readonly products: readonly SmartProductItem[]
  readonly showFunds: boolean
}) {
  const { t } = useWords()
  const error = useFieldError(ticket)
  const { product } = ticket
  return (
    <>
      <Field label={t('smart.form.product')} error={error('product')}>
        {(control) => (
          <Select
            {...control}
            options={products.map(({ id, name }) => ({ value: id, label: name }))}
            value={product?.id ?? null}
            onChange={(id) => {
              const next = products.find((one) => one.id === id)
              if (next !== undefined) ticket.choose(next)
            }}
          />
        )}
      </Field>
      {product !== null && <DaysChoice ticket={ticket} product={product} error={error('days')} />}
      {product !== null && (
        <AmountField ticket={ticket} product={product} error={error('amount')} showFunds={showFunds} />
      )}
    </>
  )
}

interface FieldProps {
  readonly ticket: PlanTicket
  readonly product: SmartProductItem
  readonly error: string | null
}

function DaysChoice({ ticket, product, error }: FieldProps) {
  const { t, tag } = useWords()
  const days = product.timeframes.map((one) => one.days)
  const chosen = ticket.form.days
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium text-14 text-ink">{t('smart.form.days')}</span>
        {chosen !== null && <span className="text-12 text-ink-3">{t('smart.days', { days: chosen })}</span>}
      </span>
      <SegmentedControl
        full
        label={t('smart.form.days')}
        choices={days.map((one) => ({
          value: String(one),
          label: <span className="figures">{formatDecimal(String(one), tag)}</span>,
        }))}
        value={String(chosen ?? '')}
        onChange={(value) => ticket.setDays(Number(value))}
      />
      {error !== null && <Wrong text={error} />}
    </div>
  )
}

export function Wrong({ text }: { readonly text: string }) {
  return (
    <p role="alert" className="flex items-start gap-1.5 text-14 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  )
}

function AmountField({ ticket, product, error, showFunds }: FieldProps & { readonly showFunds: boolean }) {
  const { t, tag } = useWords()
  const { form, setAmount, available } = ticket
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('smart.form.amount')}
        error={error}
        hint={t('smart.form.amount.hint', {
          min: boundText(product.minAmount, tag),
          max: boundText(product.maxAmount, tag),
        })}
      >
        {(control) => (
          <NumberInput {...control} name="amount" value={form.amount} onValue={setAmount} unit="USDT" />
        )}
      </Field>
      <fieldset aria-label={t('smart.form.presets')} className="flex gap-1.5" dir="ltr">
        {amountPresets(product).map((amount) => (
          <button
            key={amount}
            type="button"
            aria-pressed={form.amount === amount}
            onClick={() => setAmount(amount)}
            className={classNames(
              'figures h-8 min-w-0 flex-1 rounded-s border px-1 text-12 transition-colors duration-150 max-md:h-11',
              form.amount === amount
                ? 'border-accent bg-accent-wash text-accent'
                : 'border-hairline text-ink-2 hover:border-hairline-strong',
            )}
          >
            {formatDecimal(amount, tag)}
          </button>
        ))}
      </fieldset>
      {showFunds && available !== null && (
        <p className="text-12 text-ink-3">
          {t('smart.form.available', { amount: roundText(available, tag) })}
        </p>
      )}
    </div>
  )
}

/** Live payouts and costs of the plan, then the button to the review. */
export function PlanFigureList({
  ticket,
  mayBuy,
  sheet,
}: {
  readonly ticket: PlanTicket
  readonly mayBuy: boolean
  /** In a sheet, the button stays at the bottom of the screen. */
  readonly sheet: boolean
}) {
  const { t, tag } = useWords()
  const { figures, refusal } = ticket
  return (
    <div className="flex flex-col gap-3">
      {figures === null ? (
        <p className="border-hairline border-t pt-3 text-14 text-ink-3">{t('smart.form.waiting')}</p>
      ) : (
        <div className="border-hairline border-t pt-1">
          <PlanDetails figures={figures} />
          <p className="mt-2 text-12 text-ink-2">
            {t('smart.form.early', { penalty: usdtText(figures.penaltyMost, tag) })}
          </p>
        </div>
      )}
      {refusal?.field === 'form' && <Banner tone="bad">{failureText(t, refusal.failure)}</Banner>}
      {mayBuy && (
        <div
          className={
            sheet ? 'sticky -bottom-4 -mx-5 -mb-4 border-hairline border-t bg-surface px-5 py-3' : undefined
          }
        >
          <Button type="submit" size="l" full>
            {t('smart.form.review')}
          </Button>
        </div>
      )}
    </div>
  )
}

export function PlanDetails({ figures }: { readonly figures: PlanFigures }) {
  const { t, tag } = useWords()
  return (
    <DetailList className="[&>div]:py-1.5">
      <Detail name={t('smart.form.yield')} strong>
        <bdi dir="ltr" className="figures">
          {dailyText(figures.dailyYield, tag)}
        </bdi>
      </Detail>
      <Detail name={t('smart.form.yearly')}>
        <bdi dir="ltr" className="figures">
          {yearlyText(figures.yearlyYield, tag)}
        </bdi>
      </Detail>
      <Detail name={t('smart.form.perDay')}>
        <Money amount={figures.perDay} asset="USDT" />
      </Detail>
      <Detail name={t('smart.form.promised')}>
        <Money amount={figures.promised} asset="USDT" />
      </Detail>
      <Detail name={t('smart.form.atEnd')} strong>
        <Money amount={figures.atEnd} asset="USDT" />
      </Detail>
      <Detail name={t('smart.form.completes')}>
        <time dateTime={figures.completesAt.toISOString()}>{formatMinute(figures.completesAt, tag)}</time>
      </Detail>
    </DetailList>
  )
}
