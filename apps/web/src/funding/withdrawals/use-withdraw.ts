import type { BankAccount, PayoutAddress, Withdrawal } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { WithdrawalMethod, WithdrawalPlan, WithdrawalTerms } from '@candor/rules/funding/withdrawal.ts'
import { useState } from 'react'
import { checkCode } from '../../forms/account-problems.ts'
import { checkSecondFactor } from '../../forms/second-factor-field.tsx'
import { type Form, useForm } from '../../forms/use-form.ts'
import { availableOf } from '../../session/available-of.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { useApiQuery, useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useSession } from '../../session/session-store.ts'
import { type PayInChoice, payInChoices } from '../deposits/deposit-form.ts'
import { amountProblem, planFor, termsFrom } from './withdraw-form.ts'

export type WithdrawField = 'email' | 'place' | 'amount' | 'code' | 'totp'

export interface WithdrawTicket {
  readonly form: Form<WithdrawField>
  readonly method: WithdrawalMethod
  readonly choice: PayInChoice
  readonly choose: (choice: { readonly method?: WithdrawalMethod; readonly choice?: PayInChoice }) => void
  readonly change: (field: 'place' | 'amount', text: string) => void
  /** E-mails the code for the withdrawal in the form; null while the form is not valid. */
  readonly sendCode: () => Promise<{ readonly expiresIn: number }> | null
  readonly coin: AssetCode
  readonly addresses: readonly PayoutAddress[]
  readonly cards: readonly BankAccount[]
  readonly terms: WithdrawalTerms | null
  readonly plan: WithdrawalPlan | null
  readonly available: string | null
  /** Null while it is not known. */
  readonly deadlineHours: number | null
  readonly secondFactor: boolean
  readonly made: Withdrawal | null
  readonly again: () => void
}

const useParam = (key: string) => useApiQuery('getParamByKey', { key }).data

/** Terms of the coin, and what the customer has: where it may go, and how much of it. */
function useWithdrawContext({ coin, network }: PayInChoice) {
  const terms = termsFrom(
    coin,
    useParam('withdrawalRate'),
    useParam(coin === 'USDT' ? 'withdrawalFlat' : `withdrawalFeeMinimum.${coin}`),
    useParam(`withdrawalMinimum.${coin}`),
  )
  const deadlineHours = useParam('withdrawal.deadlineHours')
  const summary = useApiQuery('getUserInfo', {}).data
  return {
    terms,
    deadlineHours: deadlineHours === undefined ? null : Number(deadlineHours),
    available: summary === undefined ? null : availableOf(summary, coin),
    addresses: (useApiQuery('listAddress', {}).data ?? []).filter((one) => one.network === network),
    cards: useApiQuery('listBankInfo', {}).data ?? [],
  }
}

/** Withdrawal from the choice of method to the record of the server. */
export function useWithdraw(): WithdrawTicket {
  const { user } = useSession()
  const [method, setMethod] = useState<WithdrawalMethod>('coin')
  const [choice, setChoice] = useState<PayInChoice>(payInChoices[0])
  const [made, setMade] = useState<Withdrawal | null>(null)
  const act = useIdempotentMutation('withdrawal')
  const { coin, network } = choice
  const context = useWithdrawContext(choice)
  const { terms, available } = context
  const secondFactor = user?.totpEnabled === true
  const form = useForm<WithdrawField>({
    first: { email: user?.email ?? '', place: '', amount: '', code: '', totp: '' },
    renamed: { address: 'place', bankAccountId: 'place' },
    check: (values) => ({
      place: values.place === '' ? { key: 'withdraw.problem.place' } : null,
      amount: amountProblem(coin, values.amount, { terms, available }),
      code: checkCode(values.code),
      totp: secondFactor ? checkSecondFactor(values.totp) : null,
    }),
    send: async ({ place, amount, code, totp }) => {
      const to = method === 'coin' ? { network, address: place } : { bankAccountId: place }
      const sent = { method, coin, ...to, amount, code, ...(secondFactor ? { totp } : {}) }
      setMade(await act.mutateAsync(sent))
    },
  })
  /** A code is good for the amount and place it was sent for. */
  const change = (field: 'place' | 'amount', text: string) => {
    form.set(field, text)
    form.set('code', '')
  }
  return {
    ...context,
    form,
    method,
    choice,
    choose: (next) => {
      setMethod(next.method ?? method)
      setChoice(next.choice ?? choice)
      change('place', '')
    },
    change,
    sendCode: () => sendCode(form, coin),
    coin,
    plan: planFor(coin, form.values.amount, terms),
    secondFactor,
    made,
    again: () => {
      setMade(null)
      for (const field of ['amount', 'code', 'totp'] as const) form.set(field, '')
    },
  }
}

/** E-mails a code for this place and amount, once both are right. */
function sendCode(form: Form<WithdrawField>, coin: AssetCode) {
  const { email, place, amount } = form.values
  // Both, so that both are marked.
  const named = [form.isRight('place'), form.isRight('amount')].every(Boolean)
  return named
    ? callServer('sendCode', {
        email,
        purpose: 'withdrawal',
        withdrawal: { coin, amount: amount.trim(), place },
      })
    : null
}
