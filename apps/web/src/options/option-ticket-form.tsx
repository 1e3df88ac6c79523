import type { MarketInfo } from '@candor/contract'
import type { OptionDirection } from '@candor/rules/options/option.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { marketOf } from '../markets/market-of.ts'
import { SourceLabel } from '../markets/prices/source-label.tsx'
import { useMovingPrice } from '../markets/prices/use-moving-price.ts'
import { useTradingPrice } from '../markets/prices/use-trading-price.ts'
import { Chip } from '../orders/ticket/ticket-fields.tsx'
import { SideButton, TicketFrame } from '../orders/ticket/ticket-frame.tsx'
import { TradingPause } from '../orders/ticket/trading-pause.tsx'
import { failureText } from '../session/calls/failure.ts'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { useTradingUnfunded } from '../session/use-offered.ts'
import { periodText, rateText, usdtText } from './option-cells.tsx'
import { type OptionField, stakePresets } from './option-form.ts'
import { OptionOutcomes } from './option-outcomes.tsx'
import type { OptionTicketState } from './use-option-ticket.ts'

interface FormProps {
  readonly ticket: OptionTicketState
  readonly info: MarketInfo
  readonly sheet: boolean
  /** Running options on this market. */
  readonly children?: ReactNode
}

/** Gives the error text of a field: the form's own check first, else the server's refusal. */
function useFieldError(ticket: OptionTicketState): (field: OptionField) => string | null {
  const { t, tag } = useWords()
  return (field) => {
    const problem = ticket.problems.find((one) => one.field === field)
    if (problem !== undefined)
      return t.maybe(`options.problem.${field}.${problem.reason}`, {
        limit: problem.limit === undefined ? '' : usdtText(problem.limit, tag),
      })
    return ticket.refusal?.field === field ? failureText(t, ticket.refusal.failure) : null
  }
}

export function OptionTicketForm({ ticket, info, sheet, children }: FormProps) {
  return (
    <TicketFrame
      onReview={ticket.review}
      sheet={sheet}
      gaps="gap-3.5 py-3"
      foot={<Foot ticket={ticket} info={info} sheet={sheet} />}
    >
      <PriceNow info={info} />
      <DirectionChoice ticket={ticket} />
      <PeriodChoice ticket={ticket} />
      <StakeField ticket={ticket} />
      <OptionOutcomes figures={ticket.figures} direction={ticket.form.direction} />
      {children}
    </TicketFrame>
  )
}

function PriceNow({ info }: { readonly info: MarketInfo }) {
  const { t } = useWords()
  const live = useMovingPrice(info.code)
  return (
    <p className="flex items-baseline justify-between gap-3 text-12 text-ink-2">
      <span className="inline-flex items-center gap-2">
        {t('options.ticket.now')} <SourceLabel source={live?.source ?? info.source} />
      </span>
      <Price
        price={live?.price ?? info.price}
        digits={info.digits}
        className="font-semibold text-16 text-ink"
      />
    </p>
  )
}

function DirectionChoice({ ticket }: { readonly ticket: OptionTicketState }) {
  const { t } = useWords()
  const { form, turn } = ticket
  const side = (direction: OptionDirection, Arrow: typeof ArrowUpRight) => {
    return (
      <SideButton
        side={direction}
        on={form.direction === direction}
        shortcut={direction === 'up' ? 'U' : 'D'}
        onPress={() => turn(direction)}
      >
        <span className="inline-flex items-center gap-1 font-semibold text-14 leading-4.5">
          <Arrow aria-hidden className="size-4" />
          {t(`options.direction.${direction}`)}
        </span>
        <span className="text-12">{t(`options.direction.${direction}.meaning`)}</span>
      </SideButton>
    )
  }
  return (
    <fieldset aria-label={t('options.ticket.side')} className="flex gap-2">
      {side('up', ArrowUpRight)}
      {side('down', ArrowDownRight)}
    </fieldset>
  )
}

function PeriodChoice({ ticket }: { readonly ticket: OptionTicketState }) {
  const { t, tag } = useWords()
  const { terms, form, setPeriod } = ticket
  const error = useFieldError(ticket)('period')
  const chosen = terms.periods.find(({ seconds }) => seconds === form.periodSeconds)
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium text-14 text-ink">{t('options.ticket.period')}</span>
      </span>
      <SegmentedControl
        full
        label={t('options.ticket.period')}
        choices={terms.periods.map(({ seconds }) => ({
          value: String(seconds),
          label: <span className="text-12">{periodText(t, seconds, true)}</span>,
        }))}
        value={String(form.periodSeconds ?? '')}
        onChange={(value) => setPeriod(Number(value))}
        className="[&_button]:px-1.5"
      />
      <p className={classNames('text-12', error === null ? 'text-ink-3' : 'text-bad')}>
        {error ??
          (chosen !== undefined &&
            t('options.ticket.period.payout', { payout: rateText(chosen.payoutRate, tag) }))}
      </p>
    </div>
  )
}

function StakeField({ ticket }: { readonly ticket: OptionTicketState }) {
  const { t, tag } = useWords()
  const { terms, form, setStake } = ticket
  const error = useFieldError(ticket)('stake')
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={t('options.ticket.stake')}
        error={error}
        aside={t('options.ticket.stake.hint', {
          min: formatDecimal(terms.stakeMin, tag),
          max: formatDecimal(terms.stakeMax, tag),
        })}
      >
        {(control) => (
          <NumberInput
            {...control}
            name="stake"
            value={form.stake}
            onValue={setStake}
            unit="USDT"
            className="h-10"
          />
        )}
      </Field>
      <fieldset aria-label={t('options.ticket.presets')} className="flex gap-1.5" dir="ltr">
        {stakePresets(terms).map((stake) => (
          <Chip key={stake} on={form.stake === stake} onPress={() => setStake(stake)}>
            {formatDecimal(stake, tag)}
          </Chip>
        ))}
      </fieldset>
    </div>
  )
}

function Foot({ ticket, info, sheet }: Omit<FormProps, 'children'>) {
  const { t } = useWords()
  const { isLogin } = useSession()
  const { refusal } = ticket
  const market = useMemo(() => marketOf(info), [info])
  const price = useTradingPrice(market, info)
  return (
    <div
      className={classNames(
        'flex flex-col gap-2 border-hairline border-t bg-surface py-3',
        sheet ? 'sticky -bottom-4 -mx-5 mt-4 px-5' : 'px-4',
      )}
    >
      <TradingPause info={info} price={price} />
      {refusal?.field === 'form' && <Banner tone="bad">{failureText(t, refusal.failure)}</Banner>}
      {isLogin ? <ReviewButton ticket={ticket} /> : <VisitorFoot />}
    </div>
  )
}

function ReviewButton({ ticket }: { readonly ticket: OptionTicketState }) {
  const { t, tag } = useWords()
  const { mode } = useSession()
  const { form, figures, available } = ticket
  const unfunded = useTradingUnfunded()
  const stake = figures === null ? form.stake : usdtText(figures.stake, tag)
  return (
    <>
      <Button
        type="submit"
        variant={form.direction === 'up' ? 'buy' : 'sell'}
        size="l"
        full
        disabled={unfunded}
      >
        {t('options.ticket.review', {
          action: t('options.ticket.action', { direction: form.direction, stake }),
        })}
      </Button>
      <p className="flex justify-between gap-3 text-12 text-ink-3">
        <span>{t(`shell.mode.${mode}`)}</span>
        {available !== null && (
          <span className="figures">
            {t('options.ticket.available')} {formatDecimal(available, tag, { min: 2, max: 2 })} USDT
          </span>
        )}
      </p>
    </>
  )
}

function VisitorFoot() {
  const { t } = useWords()
  return (
    <>
      <a href="#/pass/register" className={buttonClass('primary', 'l', true)}>
        {t('options.ticket.register')}
      </a>
      <p className="text-center text-12 text-ink-3">
        {t('options.ticket.signInHint')}{' '}
        <a href="#/pass/login" className="text-accent">
          {t('options.ticket.signIn')}
        </a>
      </p>
    </>
  )
}
