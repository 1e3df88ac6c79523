import type { MarketInfo } from '@candor/contract'
import { writePrice } from '@candor/money'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { Button, buttonClass } from '@candor/ui/button.tsx'
import { SegmentedControl, Switch } from '@candor/ui/choices.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field, NumberInput } from '@candor/ui/field.tsx'
import { Price } from '@candor/ui/figures.tsx'
import { formatDecimal, formatPercent } from '@candor/ui/format-decimal.ts'
import { useId } from 'react'
import { failureText } from '../session/failure.ts'
import { useWords } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import {
  distanceShare,
  levelAt,
  leveragePresets,
  lotPresets,
  type OrderField,
  stepLots,
} from './order-form.ts'
import { problemAt, problemText } from './problem-text.ts'
import { TicketCostList } from './ticket-cost-list.tsx'
import { TradingPause } from './trading-pause.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'
import { unitsOf, volumeText } from './volume-text.ts'

interface TicketFormProps {
  readonly ticket: OrderTicketState
  readonly info: MarketInfo
  readonly sheet: boolean
}

/** What a field says is wrong: the form's own judgement first, else the server's refusal about it. */
function useFieldError(ticket: OrderTicketState): (field: OrderField) => string | null {
  const { t, tag } = useWords()
  return (field) => {
    const problem = problemAt(ticket.problems, field)
    if (problem !== null) return problemText(t, tag, problem)
    return ticket.refusal?.field === field ? failureText(t, ticket.refusal.failure) : null
  }
}

export function TicketForm({ ticket, info, sheet }: TicketFormProps) {
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        ticket.review()
      }}
    >
      <div
        className={classNames(
          'flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-width:thin]',
          sheet ? 'gap-5' : 'gap-3.5 px-4 pt-3 pb-3',
        )}
      >
        <DirectionChoice ticket={ticket} />
        <LotsField ticket={ticket} />
        <LeverageField ticket={ticket} />
        <ProtectionFields ticket={ticket} sheet={sheet} />
        <TicketCostList ticket={ticket} />
      </div>
      <TicketFoot ticket={ticket} info={info} sheet={sheet} />
    </form>
  )
}

function DirectionChoice({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t } = useWords()
  const { form, change, price, market } = ticket
  const side = (direction: Direction, at: bigint | undefined) => {
    const on = form.direction === direction
    return (
      <button
        type="button"
        aria-pressed={on}
        aria-keyshortcuts={direction === 'buy' ? 'B' : 'S'}
        onClick={() => change({ type: 'direction', direction })}
        className={classNames(
          'flex h-13 flex-1 flex-col items-center justify-center rounded-s border transition-colors duration-150',
          on && direction === 'buy' && 'border-up bg-up text-surface',
          on && direction === 'sell' && 'border-down bg-down text-surface',
          !on && 'border-hairline bg-surface text-ink-2 hover:border-hairline-strong',
        )}
      >
        <span className="font-semibold text-14 leading-4.5">{t(`orders.ticket.${direction}`)}</span>
        <span className={classNames('text-12', price.stale && 'opacity-60')}>
          <Price
            price={
              at === undefined ? null : writePrice(at as Parameters<typeof writePrice>[0], market.digits)
            }
            digits={market.digits}
          />
        </span>
      </button>
    )
  }
  return (
    <fieldset aria-label={t('orders.ticket.side')} className="flex gap-2">
      {side('sell', price.quote?.sellPrice)}
      {side('buy', price.quote?.buyPrice)}
    </fieldset>
  )
}

function LotsField({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { form, change, market, price } = ticket
  const error = useFieldError(ticket)('lots')
  const units = unitsOf(form.lots, market)
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={t('orders.ticket.lots')}
        error={error}
        aside={
          units !== null &&
          t('orders.ticket.lots.units', { amount: formatDecimal(units, tag), unit: market.base })
        }
      >
        {(control) => (
          <NumberInput
            {...control}
            value={form.lots}
            onValue={(text) => change({ type: 'lots', text })}
            onStep={(by) => change({ type: 'lots', text: stepLots(form.lots, market, by) })}
            className="h-10! min-h-10!"
          />
        )}
      </Field>
      <fieldset aria-label={t('orders.ticket.lots.presets')} className="flex gap-1.5" dir="ltr">
        {lotPresets(market, price.quote).map((lots) => (
          <Chip key={lots} on={form.lots === lots} onPress={() => change({ type: 'lots', text: lots })}>
            {formatDecimal(lots, tag)}
          </Chip>
        ))}
      </fieldset>
    </div>
  )
}

function LeverageField({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { form, change, market } = ticket
  const error = useFieldError(ticket)('leverage')
  const move = formatPercent(100 / form.leverage, tag, form.leverage > 10 ? 1 : 0, false)
  const label = t('orders.ticket.leverage')
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-14 text-ink">{label}</span>
      <div dir="ltr">
        <SegmentedControl
          full
          label={label}
          choices={leveragePresets(market).map((one) => ({
            value: String(one),
            label: <span className="figures text-12">{one}×</span>,
          }))}
          value={String(form.leverage)}
          onChange={(value) => change({ type: 'leverage', leverage: Number(value) })}
        />
      </div>
      <p className={classNames('text-12', error === null ? 'text-ink-3' : 'text-bad')}>
        {error ?? t('orders.ticket.leverage.hint', { leverage: form.leverage, move })}
      </p>
    </div>
  )
}

function ProtectionFields({ ticket, sheet }: { readonly ticket: OrderTicketState; readonly sheet: boolean }) {
  const { t } = useWords()
  const { form, change } = ticket
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium text-14 text-ink">
          {t('orders.ticket.protected')}
        </label>
        <Switch id={id} checked={form.protected} onChange={(on) => change({ type: 'protected', on })} />
      </div>
      {!form.protected && <p className="-mt-1 text-12 text-warn">{t('orders.ticket.protected.off')}</p>}
      <div className={classNames('grid gap-3', sheet ? 'grid-cols-1' : 'grid-cols-2 max-xl:grid-cols-1')}>
        <LevelField ticket={ticket} field="stopLoss" percents={[-10, -25, -50]} />
        <LevelField ticket={ticket} field="takeProfit" percents={[25, 50, 75]} />
      </div>
    </div>
  )
}

function LevelField({
  ticket,
  field,
  percents,
}: {
  readonly ticket: OrderTicketState
  readonly field: 'stopLoss' | 'takeProfit'
  readonly percents: readonly number[]
}) {
  const { t, tag } = useWords()
  const { form, change, market, price } = ticket
  const error = useFieldError(ticket)(field)
  const share = price.quote === null ? null : distanceShare(form[field], form.direction, price.quote)
  const set = (text: string) => change({ type: field, text })
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        label={t(`orders.ticket.${field}`)}
        error={error}
        aside={
          share !== null ? (
            <bdi dir="ltr" className="figures">
              {formatPercent(share * 100, tag)}
            </bdi>
          ) : (
            !form.protected && t('orders.ticket.optional')
          )
        }
      >
        {(control) => (
          <NumberInput {...control} value={form[field]} onValue={set} className="h-10! min-h-10! pe-3!" />
        )}
      </Field>
      {price.quote !== null && (
        <div className="flex gap-1" dir="ltr">
          {percents.map((percent) => {
            const level = price.quote === null ? '' : levelAt(form, price.quote, market, percent)
            const said = formatPercent(percent, tag, 0)
            return (
              <Chip
                key={percent}
                on={false}
                title={t('orders.ticket.ofMargin', { percent: said })}
                onPress={() => set(level)}
              >
                {said}
              </Chip>
            )
          })}
        </div>
      )}
    </div>
  )
}

function Chip({
  on,
  title,
  onPress,
  children,
}: {
  readonly on: boolean
  readonly title?: string
  readonly onPress: () => void
  readonly children: string
}) {
  return (
    <button
      type="button"
      title={title}
      aria-label={title}
      aria-pressed={on}
      onClick={onPress}
      className={classNames(
        'figures h-7 min-w-0 flex-1 rounded-s border px-0 text-12 transition-colors duration-150 max-md:h-11',
        on
          ? 'border-accent bg-accent-wash text-accent'
          : 'border-hairline text-ink-2 hover:border-hairline-strong',
      )}
    >
      {children}
    </button>
  )
}

function TicketFoot({ ticket, info, sheet }: TicketFormProps) {
  const { t, tag } = useWords()
  const { isLogin, mode } = useSession()
  const { form, market, price, costs, available, refusal } = ticket
  const what = volumeText(t, tag, form.lots, market)
  return (
    <div className={classNames('flex flex-col gap-2', sheet ? 'pt-5' : 'border-hairline border-t px-4 py-3')}>
      <TradingPause info={info} price={price} />
      {refusal?.field === 'form' && <Banner tone="bad">{failureText(t, refusal.failure)}</Banner>}
      {isLogin ? (
        <>
          {available !== null && costs !== null && !costs.enough && (
            <p className="text-12 text-warn">
              {t('orders.ticket.notEnough', {
                needed: `${formatDecimal(costs.needed, tag, { min: 2, max: 2 })} USDT`,
                available: `${formatDecimal(available, tag, { min: 2, max: 2 })} USDT`,
              })}
            </p>
          )}
          <Button type="submit" variant={form.direction} size="l" full>
            {t('orders.ticket.review', {
              action: t('orders.ticket.action', { direction: form.direction, what }),
            })}
          </Button>
          <p className="flex justify-between gap-3 text-12 text-ink-3">
            <span>{t(`orders.mode.${mode}`)}</span>
            {available !== null && (
              <span className="figures">
                {t('orders.ticket.available')} {formatDecimal(available, tag, { min: 2, max: 2 })} USDT
              </span>
            )}
          </p>
        </>
      ) : (
        <>
          <a href="#/pass/register" className={buttonClass('primary', 'l', true)}>
            {t('orders.ticket.register')}
          </a>
          <p className="text-center text-12 text-ink-3">
            {t('orders.ticket.signInHint')}{' '}
            <a href="#/pass/login" className="text-accent">
              {t('orders.ticket.signIn')}
            </a>
          </p>
        </>
      )}
    </div>
  )
}
