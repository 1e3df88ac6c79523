import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { CodeField } from '../../forms/code-field.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { SecondFactorField } from '../../forms/second-factor-field.tsx'
import { useServerNow } from '../../live/server-time.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { balancePath } from '../../shell/balance-paths.ts'
import { DemoNotice } from '../../shell/notices/demo-notice.tsx'
import { payInChoices } from '../deposits/deposit-form.ts'
import { PayoutBook } from './payout-book.tsx'
import { ServiceRecordCard } from './service-record-card.tsx'
import { useWithdraw, type WithdrawTicket } from './use-withdraw.ts'
import { HeldBanner } from './withdrawal-status.tsx'

/** Withdrawals: the form, and next to it the payout addresses and the operator's record of paying in time. */
export function WithdrawPanel() {
  const t = useT()
  const { mode } = useSession()
  if (mode === 'demo')
    return (
      <div className="max-w-[30rem]">
        <DemoNotice text={t('withdraw.demo')} />
      </div>
    )
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <WithdrawCard />
      <div className="flex flex-col gap-6">
        <PayoutBook />
        <ServiceRecordCard />
      </div>
    </div>
  )
}

function WithdrawCard() {
  const { t, tag } = useWords()
  const ticket = useWithdraw()
  const { form, made, coin, plan } = ticket
  if (made !== null) return <Made ticket={ticket} />
  const amount =
    plan === null ? '' : `\u2066${formatDecimal(plan.received.toString(), tag, { max: 9 })} ${coin}\u2069`
  return (
    <Card>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">{t('withdraw.lead')}</p>
        <SegmentedControl
          full
          label={t('withdraw.method')}
          choices={[
            { value: 'coin', label: t('withdraw.method.coin') },
            { value: 'bank', label: t('withdraw.method.bank') },
          ]}
          value={ticket.method}
          onChange={(method) => ticket.choose({ method })}
        />
        <CoinField ticket={ticket} />
        <PlaceField ticket={ticket} />
        <AmountField ticket={ticket} />
        {plan !== null && <Terms ticket={ticket} />}
        <CodeField
          form={form}
          name="code"
          label={t('accounts.field.code')}
          hint={t('withdraw.code.alone')}
          sentText={(minutes) => (
            <>
              {t('accounts.code.sent', { minutes })} {t('withdraw.code.alone')}
            </>
          )}
          sendCode={ticket.sendCode}
        />
        {ticket.secondFactor && <SecondFactorField form={form} />}
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {plan === null ? t('withdraw.tab') : t('withdraw.act', { amount })}
        </Button>
      </form>
    </Card>
  )
}

interface OfTicket {
  readonly ticket: WithdrawTicket
}

function CoinField({ ticket: { method, choice, choose } }: OfTicket) {
  const t = useT()
  // A payout to a bank is paid from a coin, independent of its network.
  const choices = method === 'coin' ? payInChoices : payInChoices.filter(({ network }) => network !== 'TRC20')
  const options = choices.map(({ network, coin, name }) => ({
    value: network,
    label: method === 'coin' ? name : coin,
  }))
  return (
    <Field label={t('funding.where.choice')}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={options.find(({ value }) => value === choice.network)?.value ?? 'ERC20'}
          onChange={(network) => choose({ choice: choices.find((one) => one.network === network) ?? choice })}
        />
      )}
    </Field>
  )
}

function PlaceField({ ticket: { method, addresses, cards, form, change } }: OfTicket) {
  const { t, tag } = useWords()
  const now = useServerNow(60_000)
  const isReady = (usableAt: string | null) => usableAt !== null && Date.parse(usableAt) <= now
  const momentOf = (time: string) => formatMinute(time, tag)
  const ready = addresses.filter(({ usableAt }) => isReady(usableAt))
  const options =
    method === 'coin'
      ? ready.map(({ address, label }) => ({
          value: address,
          label: `${label === '' ? '' : `${label} · `}${address.slice(0, 8)}…${address.slice(-6)}`,
        }))
      : cards.map(({ id, bank, cardNumber, usableAt }) => ({
          value: id,
          label: isReady(usableAt)
            ? `${bank} ${cardNumber}`
            : t('withdraw.place.cardWaits', { card: `${bank} ${cardNumber}`, date: momentOf(usableAt) }),
        }))
  const tooNew =
    method === 'bank'
      ? cards.find(({ id, usableAt }) => id === form.values.place && !isReady(usableAt))
      : undefined
  return (
    <Field
      label={t(method === 'coin' ? 'withdraw.place.address' : 'withdraw.place.card')}
      error={
        tooNew === undefined
          ? form.problem('place')
          : t('withdraw.place.cardTooNew', { date: momentOf(tooNew.usableAt) })
      }
      hint={
        options.length > 0
          ? undefined
          : t(method === 'coin' ? 'withdraw.place.none' : 'withdraw.place.noCard')
      }
      aside={
        method === 'bank' ? (
          <a href="#/bank/bind" className={buttonClass('quiet', 's')}>
            {t('withdraw.place.cards')}
          </a>
        ) : undefined
      }
    >
      {(control) => (
        <Select
          {...control}
          options={options}
          value={form.values.place === '' ? null : form.values.place}
          onChange={(place) => change('place', place)}
          placeholder={t('withdraw.place.pick')}
        />
      )}
    </Field>
  )
}

function AmountField({ ticket: { form, coin, available, terms, change } }: OfTicket) {
  const { t, tag } = useWords()
  const written = (text: string) => `\u2066${formatDecimal(text, tag, { max: 9 })} ${coin}\u2069`
  const hints = [
    ...(available === null ? [] : [t('convert.available', { amount: written(available) })]),
    ...(terms === null ? [] : [t('withdraw.minimum', { amount: written(terms.least.toString()) })]),
  ]
  return (
    <Field
      label={t('convert.amount')}
      error={form.problem('amount')}
      hint={hints.join(' · ')}
      aside={
        <Button
          variant="quiet"
          size="s"
          disabled={available === null}
          onClick={() => change('amount', available ?? '')}
        >
          {t('convert.max')}
        </Button>
      }
    >
      {(control) => (
        <NumberInput
          {...control}
          name="amount"
          value={form.values.amount}
          onValue={(amount) => change('amount', amount)}
          onBlur={() => form.leave('amount')}
          unit={coin}
        />
      )}
    </Field>
  )
}

function Terms({ ticket: { plan, coin, deadlineHours } }: OfTicket) {
  const t = useT()
  if (plan === null) return null
  return (
    <DetailList>
      <Detail name={t('withdraw.fee')}>
        <Money amount={plan.fee.toString()} asset={coin} max={9} />
      </Detail>
      <Detail name={t('withdraw.received')} strong>
        <Money amount={plan.received.toString()} asset={coin} max={9} />
      </Detail>
      {deadlineHours !== null && (
        <Detail name={t('withdraw.deadline')}>{t('withdraw.hours', { hours: deadlineHours })}</Detail>
      )}
    </DetailList>
  )
}

function Made({ ticket: { made, again } }: OfTicket) {
  const { t, tag } = useWords()
  if (made === null) return null
  return (
    <Card className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-1">
        <StepHeading className="font-semibold text-20 text-ink outline-none">
          {t('withdraw.made.title')}
        </StepHeading>
        <p className="text-14 text-ink-2">
          {t('withdraw.made.text', { time: formatMinute(made.deadlineAt, tag) })}
        </p>
      </div>
      <HeldBanner withdrawal={made} />
      <a href={balancePath('withdrawals')} className={buttonClass('primary', 'm', true)}>
        {t('withdraw.tab.list')}
      </a>
      <Button variant="quiet" full onClick={again}>
        {t('withdraw.again')}
      </Button>
    </Card>
  )
}
