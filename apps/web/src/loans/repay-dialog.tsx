import type { Loan } from '@candor/contract'
import { parseUsdt } from '@candor/money'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActFailure } from '../orders/dialogs/act-failure.tsx'
import { useAccountNow } from '../orders/use-account-now.ts'
import { useIdempotentMutation } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { usdtText } from './loan-cells.tsx'
import { repayProblem, usdtOf } from './loan-form.ts'

type Way = 'whole' | 'part'

/** State of a repayment: the amount, its problem, and the sending. */
function useRepayment(loan: Loan, onRepaid: (amount: string) => void) {
  const queries = useQueryClient()
  const { available } = useAccountNow()
  const repay = useIdempotentMutation('repayLoan')
  const [way, setWay] = useState<Way>('whole')
  const [part, setPart] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const amount = way === 'whole' ? loan.owed : part.trim()
  const problem = repayProblem(amount, loan.owed, available)
  const left = (parseUsdt(loan.owed) ?? 0n) - (parseUsdt(amount.trim()) ?? 0n)
  const send = () => {
    setSubmitted(true)
    if (problem !== null) return
    // Repaying everything names no amount, so that the charge of a day that ends meanwhile is included.
    repay.mutate(
      { id: loan.id, ...(way === 'part' ? { amount } : {}) },
      {
        onSuccess: () => {
          for (const name of ['getLoan', 'listLoanRecord', 'loanLimit', 'getUserInfo'])
            void queries.invalidateQueries({ queryKey: [name] })
          onRepaid(amount)
        },
      },
    )
  }
  return {
    way,
    setWay,
    part,
    setPart,
    amount: parseUsdt(amount.trim()) === null ? '0' : amount,
    available,
    left: usdtOf(left < 0n ? 0n : left),
    problem: submitted || problem?.reason !== 'required' ? problem : null,
    send,
    sending: repay.isPending,
    failure: repay.error,
  }
}

/** Dialog for a repayment: the amount, the rest, then the confirmation. */
export function RepayDialog({ loan, onClose }: { readonly loan: Loan; readonly onClose: () => void }) {
  const { t, tag } = useWords()
  const repayment = useRepayment(loan, (amount) => {
    toast(t('loans.repay.done', { amount: usdtText(amount, tag) }), 'good')
    onClose()
  })
  const { way, problem, available } = repayment
  const error =
    problem === null
      ? null
      : t(`loans.problem.repay.${problem.reason}`, { limit: usdtText(problem.limit || '0', tag) })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('loans.repay.title')}
      cancelLabel={t('loans.repay.keep')}
      confirm={{
        label:
          parseUsdt(repayment.amount.trim()) === 0n
            ? t('loans.repay.open')
            : t('loans.repay.confirm', { amount: usdtText(repayment.amount, tag) }),
        busy: repayment.sending,
        onClick: repayment.send,
      }}
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          full
          label={t('loans.repay.choice')}
          choices={[
            { value: 'whole', label: t('loans.repay.whole') },
            { value: 'part', label: t('loans.repay.part') },
          ]}
          value={way}
          onChange={repayment.setWay}
        />
        {way === 'part' && <PartAmount repayment={repayment} error={error} />}
        <RepaymentDetails loan={loan} available={available} left={repayment.left} />
        {way === 'whole' && error !== null && (
          <p role="alert" className="text-14 text-bad">
            {error}
          </p>
        )}
        <p className="text-12 text-ink-2">{t('loans.repay.order')}</p>
        {repayment.failure !== null && <ActFailure failure={repayment.failure} />}
      </div>
    </ConfirmDialog>
  )
}

function PartAmount({
  repayment,
  error,
}: {
  readonly repayment: ReturnType<typeof useRepayment>
  readonly error: string | null
}) {
  const { t } = useWords()
  return (
    <Field label={t('loans.repay.amount')} error={error}>
      {(control) => (
        <NumberInput
          {...control}
          name="repay"
          value={repayment.part}
          onValue={repayment.setPart}
          unit="USDT"
        />
      )}
    </Field>
  )
}

/** The debt, the money to repay it with, and what will be left to repay. */
function RepaymentDetails({
  loan,
  available,
  left,
}: {
  readonly loan: Loan
  readonly available: string | null
  readonly left: string
}) {
  const { t } = useWords()
  return (
    <DetailList>
      <Detail name={t('loans.field.owed')} strong>
        <Money amount={loan.owed} asset="USDT" />
      </Detail>
      {available !== null && (
        <Detail name={t('loans.repay.available')}>
          <Money amount={available} asset="USDT" />
        </Detail>
      )}
      <Detail name={t('loans.repay.after')}>
        <Money amount={left} asset="USDT" />
      </Detail>
    </DetailList>
  )
}
