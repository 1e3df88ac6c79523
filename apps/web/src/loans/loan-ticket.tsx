import type { LoanProduct } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { dailyText, yearlyText } from '../savings/yield-text.ts'
import { failureText } from '../session/calls/failure.ts'
import { useWords } from '../session/language/language.ts'
import { boundText, Rate } from './loan-cells.tsx'
import type { LoanFigures } from './loan-form.ts'
import { OwedPicture } from './owed-picture.tsx'
import { StandingNotice, useMayApply } from './standing-notice.tsx'
import type { LoanApplication } from './use-loan-application.ts'

/** A new loan: computes its cost, then leads to the agreement. */
export function LoanTicket({
  application,
  products,
}: {
  readonly application: LoanApplication
  readonly products: readonly LoanProduct[]
}) {
  const { t } = useWords()
  const mayApply = useMayApply()
  const { form, figures, refusal } = application
  const [first] = products
  const product = products.find(({ days }) => days === form.days) ?? first
  if (product === undefined) return null
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (mayApply) application.next()
      }}
    >
      <StandingNotice most={product.tier2Most} />
      <AmountField application={application} product={product} />
      <TermChoice application={application} products={products} />
      {figures === null ? (
        <p className="border-hairline border-t pt-3 text-14 text-ink-3">{t('loans.form.waiting')}</p>
      ) : (
        <div className="border-hairline border-t pt-1">
          <CostDetails figures={figures} product={product} />
          <OwedPicture figures={figures} />
        </div>
      )}
      {refusal?.field === 'form' && <Banner tone="bad">{failureText(t, refusal.failure)}</Banner>}
      {mayApply && (
        <Button type="submit" size="l" full>
          {t('loans.form.next')}
        </Button>
      )}
    </form>
  )
}

function AmountField({
  application,
  product,
}: {
  readonly application: LoanApplication
  readonly product: LoanProduct
}) {
  const { t, tag } = useWords()
  const { form, refusal } = application
  const problem = application.problems.find(({ field }) => field === 'amount')
  const amountError =
    problem === undefined
      ? refusal?.field === 'amount'
        ? failureText(t, refusal.failure)
        : null
      : t(`loans.problem.amount.${problem.reason}`, { limit: boundText(problem.limit ?? '0', tag) })
  return (
    <Field
      label={t('loans.field.amount')}
      error={amountError}
      hint={t('loans.form.amount.hint', {
        min: boundText(product.minAmount, tag),
        max: boundText(product.tier2Most, tag),
      })}
    >
      {(control) => (
        <NumberInput
          {...control}
          name="amount"
          value={form.amount}
          onValue={application.setAmount}
          unit="USDT"
        />
      )}
    </Field>
  )
}

function TermChoice({
  application,
  products,
}: {
  readonly application: LoanApplication
  readonly products: readonly LoanProduct[]
}) {
  const { t, tag } = useWords()
  const { form, refusal } = application
  const wrong = refusal?.field === 'days' ? failureText(t, refusal.failure) : null
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium text-14 text-ink">{t('loans.field.days')}</span>
        {form.days !== null && (
          <span className="text-12 text-ink-3">{t('loans.days', { days: form.days })}</span>
        )}
      </span>
      <SegmentedControl
        full
        label={t('loans.field.days')}
        choices={products.map(({ days }) => ({
          value: String(days),
          label: <span className="figures">{formatDecimal(String(days), tag)}</span>,
        }))}
        value={String(form.days ?? '')}
        onChange={(value) => application.setDays(Number(value))}
      />
      {wrong !== null && <Banner tone="bad">{wrong}</Banner>}
    </div>
  )
}

/** Cost of a loan, shown wherever it can be agreed. */
export function CostDetails({
  figures,
  product,
}: {
  readonly figures: LoanFigures
  readonly product: Pick<LoanProduct, 'dailyRate' | 'freeDays' | 'overlayRate'>
}) {
  const { t, tag } = useWords()
  return (
    <DetailList className="[&>div]:py-1.5">
      <Detail name={t('loans.field.totalInterest')} strong>
        <Money amount={figures.interest} asset="USDT" />
      </Detail>
      <Detail name={t('loans.field.totalRepayment')} strong>
        <Money amount={figures.total} asset="USDT" />
      </Detail>
      <Detail name={t('loans.field.apr')} strong>
        <Rate text={yearlyText(figures.apr, tag)} />
      </Detail>
      <Detail name={t('loans.field.dueAt')}>
        {t('loans.days', { days: figures.days })}
        <span className="block text-12 text-ink-3">{t('loans.form.from.payout')}</span>
      </Detail>
      <Detail name={t('loans.terms.free')}>{t('loans.days', { days: product.freeDays })}</Detail>
      <Detail name={t('loans.form.perDay')}>
        <Money amount={figures.perDay} asset="USDT" />
      </Detail>
      <Detail name={t('loans.field.dailyRate')}>
        <Rate text={dailyText(product.dailyRate, tag)} />
      </Detail>
      <Detail name={t('loans.field.overlayRate')}>
        <Rate text={dailyText(product.overlayRate, tag)} />
      </Detail>
    </DetailList>
  )
}
