import type { Savings } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { availableOf } from '../session/available-of.ts'
import { CallFailure, failureText } from '../session/calls/failure.ts'
import { useApiQuery, useIdempotentMutation } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { isOfAmount, type SavingsAct, savingsFigures, savingsProblem, savingsStart } from './savings-form.ts'
import { dailyText, yearlyText } from './yield-text.ts'

interface DialogProps {
  readonly savings: Savings
  readonly act: SavingsAct
  readonly onClose: () => void
}

/** Dialog to deposit or withdraw coins: the amount, its effects, and one button that names the action. */
export function SavingsDialog({ savings, act, onClose }: DialogProps) {
  const { t } = useWords()
  const form = useId()
  const amount = useSavingsAmount({ savings, act, onClose })
  const { coin } = savings
  const submit = (event: FormEvent) => {
    event.preventDefault()
    amount.send()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`savings.${act}.title`, { coin })}
      footer={
        <Button form={form} type="submit" full busy={amount.sending}>
          {amount.sendable === null
            ? t(`savings.${act}.open`, { coin })
            : t(`savings.${act}.confirm`, { amount: amount.sendable })}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <AmountField coin={coin} act={act} amount={amount} />
        {act === 'enter' && <EntryDetails savings={savings} amount={amount.typed} />}
        <p className="text-14 text-ink-2">{t(`savings.${act}.text`)}</p>
        {amount.refused !== null && <Banner tone="bad">{amount.refused}</Banner>}
      </form>
    </Dialog>
  )
}

type SavingsAmount = ReturnType<typeof useSavingsAmount>

/** State of an amount: its problem, and the sending. */
function useSavingsAmount({ savings, act, onClose }: DialogProps) {
  const { t, tag } = useWords()
  const queries = useQueryClient()
  const call = useIdempotentMutation(act === 'enter' ? 'enterSavings' : 'exitSavings')
  const { data } = useApiQuery('getUserInfo', {})
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const { coin } = savings
  const available = data === undefined ? null : availableOf(data, coin)
  const problem = savingsProblem(act, typed, savings, available)
  const text = (one: string) => `${formatDecimal(one, tag, { min: 2 })} ${coin}`
  const refusal = refusalIn(t, call.error)
  const problemText =
    problem === null || (problem.reason === 'required' && !tried)
      ? null
      : t(`savings.problem.${problem.reason}`, { limit: text(problem.limit ?? '0'), coin })
  const done = () => {
    toast(t(`savings.${act}.done`, { amount: text(typed.trim()) }), 'good')
    for (const name of ['listSavings', 'getUserInfo', 'statement'])
      void queries.invalidateQueries({ queryKey: [name] })
    onClose()
  }
  return {
    typed,
    type: (value: string) => {
      setTyped(value)
      call.reset()
    },
    /** The maximum amount, as a value and in words; null while unknown. */
    most: act === 'exit' ? savings.held : available,
    text,
    wrong: problemText ?? refusal.amount,
    /** A refusal that does not concern the amount. */
    refused: refusal.form,
    /** Label of the button with the amount; null while there is a problem. */
    sendable: problem === null ? text(typed.trim()) : null,
    sending: call.isPending,
    send: () => {
      setTried(true)
      if (problem === null) call.mutate({ coin, amount: typed.trim() }, { onSuccess: done })
    },
  }
}

/** Assigns the server's refusal to the amount or to the form. */
function refusalIn(t: Translate, error: Error | null) {
  const text = error === null ? null : failureText(t, error)
  const atAmount = error instanceof CallFailure && isOfAmount(error.code)
  return { amount: atAmount ? text : null, form: atAmount ? null : text }
}

function AmountField({
  coin,
  act,
  amount,
}: {
  readonly coin: Savings['coin']
  readonly act: SavingsAct
  readonly amount: SavingsAmount
}) {
  const { t } = useWords()
  const { most, text } = amount
  const words = act === 'enter' ? 'savings.available' : 'savings.holds'
  return (
    <Field
      label={t('savings.amount')}
      error={amount.wrong}
      hint={most === null ? undefined : t(words, { amount: text(most) })}
      aside={
        most !== null && (
          <button type="button" className="text-accent hover:underline" onClick={() => amount.type(most)}>
            {t('savings.all')}
          </button>
        )
      }
    >
      {(control) => (
        <NumberInput {...control} name="amount" value={amount.typed} unit={coin} onValue={amount.type} />
      )}
    </Field>
  )
}

function EntryDetails({ savings, amount }: { readonly savings: Savings; readonly amount: string }) {
  const { t, tag } = useWords()
  const figures = savingsFigures(amount, savings)
  const { earnsFrom, firstPayAt } = savingsStart(savings)
  const money = (one: string | undefined) =>
    one === undefined ? '—' : <Money amount={one} asset={savings.coin} />
  return (
    <DetailList className="[&>div]:py-1.5">
      <Detail name={t('savings.rate')}>
        <bdi dir="ltr" className="figures">
          {dailyText(savings.dailyRate, tag)}
        </bdi>
      </Detail>
      <Detail name={t('savings.yearly')}>
        <bdi dir="ltr" className="figures">
          {yearlyText(savings.yearlyRate, tag)}
        </bdi>
      </Detail>
      <Detail name={t('savings.perDay')} strong>
        {money(figures?.perDay)}
      </Detail>
      <Detail name={t('savings.setAside')}>{money(figures?.reserved)}</Detail>
      <Detail name={t('savings.earnsFrom')}>
        <time dateTime={earnsFrom}>{formatMinute(earnsFrom, tag)}</time>
      </Detail>
      <Detail name={t('savings.firstPay')}>
        <time dateTime={firstPayAt}>{formatMinute(firstPayAt, tag)}</time>
      </Detail>
    </DetailList>
  )
}
