import type { DepositAddress, Recharge } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput, TextInput } from '@candor/ui/controls/field.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useEffect, useRef } from 'react'
import { CallFailure, failureText } from '../../session/calls/failure.ts'
import { useWords } from '../../session/language/language.ts'
import { balancePath } from '../../shell/balance-paths.ts'
import { PictureField } from '../../uploads/picture-field.tsx'
import { DepositStatus } from './deposit-cells.tsx'
import type { DepositField, NamedBy } from './deposit-form.ts'
import { type DepositTicket, useDepositForm } from './use-deposit-form.ts'

interface Filled {
  readonly ticket: DepositTicket
  readonly place: DepositAddress
}

/** Form to claim a payment: filled in, sent, with its result. */
export function DepositCard({ place }: { readonly place: DepositAddress }) {
  const { t } = useWords()
  const ticket = useDepositForm(place)
  const form = useRef<HTMLFormElement>(null)
  const { problems, refusal, made } = ticket
  // After a failed attempt or a refusal, scrolls to the field with the error.
  useEffect(() => {
    if (problems.length === 0 && refusal === null) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems.length, refusal])
  if (made !== null)
    return (
      <Card>
        <DepositMade made={made} automatic={place.automatic} onAgain={ticket.again} />
      </Card>
    )
  return (
    <Card>
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          ticket.send()
        }}
      >
        <div>
          <h2 className="font-semibold text-16 text-ink">{t('funding.form.title')}</h2>
          <p className="mt-1 text-14 text-ink-2">{t('funding.form.lead')}</p>
        </div>
        <AmountField ticket={ticket} place={place} />
        <TransactionFields ticket={ticket} place={place} />
        <ProofPart ticket={ticket} place={place} />
        <Refused ticket={ticket} />
        <Button type="submit" size="l" full busy={ticket.sending}>
          {t('funding.form.send')}
        </Button>
      </form>
    </Card>
  )
}

/** Gives the error text of a field: the form's own check first, else the server's refusal. */
function useFieldError({ ticket, place }: Filled): (field: DepositField) => string | null {
  const { t, tag } = useWords()
  return (field) => {
    const problem = ticket.problems.find((one) => one.field === field)
    if (problem === undefined)
      return ticket.refusal?.field === field ? failureText(t, ticket.refusal.failure) : null
    const minimum = `${formatDecimal(place.minimum, tag, { max: 9 })} ${place.coin}`
    return field === 'amount'
      ? t.maybe(`funding.problem.amount.${problem.reason}`, { minimum })
      : t.maybe(`funding.problem.${field}`)
  }
}

function AmountField(filled: Filled) {
  const { t } = useWords()
  const error = useFieldError(filled)
  const { ticket, place } = filled
  return (
    <Field label={t('funding.form.amount')} error={error('amount')}>
      {(control) => (
        <NumberInput
          {...control}
          name="amount"
          value={ticket.form.amount}
          onValue={(amount) => ticket.set({ amount })}
          unit={place.coin}
        />
      )}
    </Field>
  )
}

function TransactionFields(filled: Filled) {
  const { t } = useWords()
  const error = useFieldError(filled)
  const { form, set } = filled.ticket
  const code = { dir: 'ltr', autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl<NamedBy>
        full
        label={t('funding.form.by')}
        choices={[
          { value: 'hash', label: t('funding.form.by.hash') },
          { value: 'end', label: t('funding.form.by.end') },
        ]}
        value={form.by}
        onChange={(by) => set({ by })}
      />
      {form.by === 'hash' ? (
        <Field label={t('funding.form.hash')} hint={t('funding.form.hash.hint')} error={error('hash')}>
          {(control) => (
            <TextInput
              {...control}
              {...code}
              name="hash"
              maxLength={80}
              value={form.hash}
              onChange={(event) => set({ hash: event.currentTarget.value })}
              className="figures"
            />
          )}
        </Field>
      ) : (
        <Field label={t('funding.form.last6')} error={error('last6')}>
          {(control) => (
            <TextInput
              {...control}
              {...code}
              name="last6"
              maxLength={6}
              value={form.last6}
              onChange={(event) => set({ last6: event.currentTarget.value })}
              className="figures tracking-[0.2em]"
            />
          )}
        </Field>
      )}
    </div>
  )
}

function ProofPart(filled: Filled) {
  const { t } = useWords()
  const error = useFieldError(filled)
  const { form, set } = filled.ticket
  return (
    <PictureField
      label={t(form.by === 'end' ? 'funding.form.proof' : 'funding.form.proof.optional')}
      error={error('proof')}
      purpose="deposit"
      fileId={form.proof}
      onChange={(proof) => set({ proof })}
    />
  )
}

/** Identity has to be verified first (specification §8). */

function Refused({ ticket }: { readonly ticket: DepositTicket }) {
  const { t } = useWords()
  const failure = ticket.refusal?.field === 'form' ? ticket.refusal.failure : null
  if (failure === null) return null
  const refused = failure instanceof CallFailure && failure.isFinal
  if (!refused) return <Banner tone="warn">{t('funding.form.timeout')}</Banner>
  return (
    <Banner tone="bad">
      {failureText(t, failure)}
      {failure.code === refusals.identityRequired && (
        <>
          {' '}
          <a href="#/profile/identity" className="text-accent">
            {t('funding.waits.identity.act')}
          </a>
        </>
      )}
    </Banner>
  )
}

function DepositMade({
  made,
  automatic,
  onAgain,
}: {
  readonly made: Recharge
  readonly automatic: boolean
  readonly onAgain: () => void
}) {
  const { t, tag } = useWords()
  const amount = `${formatDecimal(made.amount, tag, { min: 2, max: 9 })} ${made.coin}`
  const looked = automatic && made.hash !== null
  return (
    <div role="status" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <DepositStatus status={made.status} />
        <StepHeading className="font-semibold text-20 text-ink outline-none">
          {t('funding.result.title')}
        </StepHeading>
        <p className="text-14 text-ink-2">
          {t(looked ? 'funding.result.chain' : 'funding.result.review', { amount })}
        </p>
      </div>
      <a href={balancePath('deposits')} className={buttonClass('primary', 'm', true)}>
        {t('funding.result.list')}
      </a>
      <Button variant="quiet" full onClick={onAgain}>
        {t('funding.result.again')}
      </Button>
    </div>
  )
}
