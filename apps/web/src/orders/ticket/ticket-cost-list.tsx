import { Money, Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, signOf } from '@candor/ui/figures/format-decimal.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../session/language/language.ts'
import type { TicketCosts } from '../order-form/ticket-costs.ts'
import { isBeyondReach } from './not-enough.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

/** All costs of the order, live, before sign-in or confirmation. */
export function TicketCostList({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t } = useWords()
  const { costs, market } = ticket
  const amount = (value: string | undefined) =>
    value === undefined ? '—' : <Money amount={value} max={signOf(value) !== 0 ? digitsFor(value) : 2} />
  return (
    <section aria-label={t('orders.ticket.costs')} className="border-hairline border-t pt-2.5">
      <dl className="flex flex-col gap-1">
        <Line name={t('orders.ticket.margin')}>{amount(costs?.margin)}</Line>
        <Line name={t('orders.ticket.commission')}>{amount(costs?.commissionBoth)}</Line>
        <Line name={t('orders.ticket.spreadCost')}>{amount(costs?.spread)}</Line>
        <Line name={t('orders.ticket.swapPerDay')}>{amount(costs?.swapPerNight)}</Line>
        <Line name={t('orders.ticket.pipValue')}>{amount(costs?.pipValue)}</Line>
        <Line name={t('orders.ticket.liquidation')}>
          {costs === null ? (
            '—'
          ) : costs.liquidation === null ? (
            t('orders.ticket.liquidation.none')
          ) : (
            <Price price={costs.liquidation} digits={market.digits} />
          )}
        </Line>
      </dl>
      {costs !== null && !isBeyondReach(ticket) && <WorstCase costs={costs} />}
    </section>
  )
}

/** Small amounts keep the digits that say something: 0.0001 is not nothing. */
export const digitsFor = (amount: string): number => (Math.abs(Number(amount)) < 0.1 ? 6 : 2)

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-12">
      <dt className="text-ink-2">{name}</dt>
      <dd className="figures text-ink">{children}</dd>
    </div>
  )
}

/** The worst case in plain words (look-and-feel, Words). */
export function WorstCase({ costs }: { readonly costs: WorstCosts }) {
  const { t, tag } = useWords()
  const written = (amount: string) => `${formatDecimal(amount, tag, { min: 2, max: 2 })} USDT`
  const { profitAtTakeProfit: profit } = costs
  const target = profit === null ? { target: 'no', profit: '' } : { target: 'yes', profit: written(profit) }
  return (
    <p className="mt-2 text-12 text-ink-2">
      {costs.lossAtStopLoss === null
        ? t('orders.ticket.worst.noStop', { max: written(costs.maxLoss), ...target })
        : t('orders.ticket.worst.stop', {
            loss: written(costs.lossAtStopLoss),
            max: written(costs.maxLoss),
            ...target,
          })}
    </p>
  )
}

export type WorstCosts = Pick<TicketCosts, 'lossAtStopLoss' | 'maxLoss' | 'profitAtTakeProfit'>
