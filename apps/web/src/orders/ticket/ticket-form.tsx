import type { MarketInfo } from '@candor/contract'
import { type Price as Quoted, writePrice } from '@candor/money'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Switch } from '@candor/ui/controls/switch.tsx'
import { Price } from '@candor/ui/figures/figures.tsx'
import { formatPercent } from '@candor/ui/figures/format-decimal.ts'
import { useId } from 'react'
import { useWords } from '../../session/language/language.ts'
import { leveragePresets } from '../order-form/order-volume.ts'
import { NextTagChips } from '../tags/ticket-tags.tsx'
import { TicketCostList } from './ticket-cost-list.tsx'
import { EntryFields, KindChoice } from './ticket-entry.tsx'
import { useFieldError } from './ticket-fields.tsx'
import { TicketFoot } from './ticket-foot.tsx'
import { SideButton, TicketFrame } from './ticket-frame.tsx'
import { LevelField, LevelUnitChoice } from './ticket-level.tsx'
import { TicketSettings } from './ticket-settings.tsx'
import { SizeField } from './ticket-size.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

interface TicketFormProps {
  readonly ticket: OrderTicketState
  readonly info: MarketInfo
  readonly sheet: boolean
}

export function TicketForm({ ticket, info, sheet }: TicketFormProps) {
  return (
    <TicketFrame
      onReview={ticket.review}
      onPlace={ticket.placeAtOnce}
      refused={ticket.refusal}
      sheet={sheet}
      gaps="gap-2 py-2"
      foot={<TicketFoot ticket={ticket} info={info} sheet={sheet} />}
    >
      <DirectionChoice ticket={ticket} />
      <KindChoice ticket={ticket} />
      <EntryFields ticket={ticket} />
      <SizeField ticket={ticket} />
      <LeverageField ticket={ticket} />
      <ProtectionFields ticket={ticket} sheet={sheet} />
      <TicketSettings ticket={ticket} />
      <NextTagChips />
      <TicketCostList ticket={ticket} />
    </TicketFrame>
  )
}

function DirectionChoice({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t } = useWords()
  const { form, change, price, market } = ticket
  const side = (direction: Direction, at: Quoted | undefined) => {
    return (
      <SideButton
        side={direction === 'buy' ? 'up' : 'down'}
        on={form.direction === direction}
        shortcut={direction === 'buy' ? 'B' : 'S'}
        onPress={() => change({ type: 'direction', direction })}
      >
        <span className="font-semibold text-14 leading-4.5">{t(`orders.ticket.${direction}`)}</span>
        <span className={classNames('text-12', price.stale && form.direction !== direction && 'text-ink-3')}>
          <Price price={at === undefined ? null : writePrice(at, market.digits)} digits={market.digits} />
        </span>
      </SideButton>
    )
  }
  return (
    <fieldset aria-label={t('orders.ticket.side')} className="flex gap-2">
      {side('sell', price.quote?.sellPrice)}
      {side('buy', price.quote?.buyPrice)}
    </fieldset>
  )
}

function LeverageField({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { form, change, market } = ticket
  const error = useFieldError(ticket)('leverage')
  const move = formatPercent(100 / form.leverage, tag, form.leverage > 10 ? 1 : 0, false)
  const label = t('orders.ticket.leverage')
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium text-14 text-ink">{label}</span>
        <div dir="ltr">
          <SegmentedControl
            label={label}
            choices={leveragePresets(market).map((one) => ({
              value: String(one),
              label: <span className="figures text-12">{one}×</span>,
            }))}
            value={String(form.leverage)}
            onChange={(value) => change({ type: 'leverage', leverage: Number(value) })}
            className="md:[&>label]:min-h-7 [&>label]:min-w-8 [&>label]:px-1.5"
          />
        </div>
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
      <div className="flex items-center justify-between gap-3 md:-my-1.5">
        <label htmlFor={id} className="font-medium text-14 text-ink">
          {t('orders.ticket.protected')}
        </label>
        <Switch id={id} checked={form.protected} onChange={(on) => change({ type: 'protected', on })} />
      </div>
      {!form.protected && <p className="-mt-1 text-12 text-warn">{t('orders.ticket.protected.off')}</p>}
      <LevelUnitChoice ticket={ticket} />
      <div className={classNames('grid gap-3', sheet ? 'grid-cols-1' : 'grid-cols-2 max-xl:grid-cols-1')}>
        <LevelField ticket={ticket} field="stopLoss" />
        <LevelField ticket={ticket} field="takeProfit" />
      </div>
    </div>
  )
}
