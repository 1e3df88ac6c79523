import type { MarketInfo } from '@candor/contract'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Suspense, useId, useRef, useSyncExternalStore } from 'react'
import { wishedOrder } from '../orders/order-form/wished-order.ts'
import { TicketForm } from '../orders/ticket/ticket-form.tsx'
import { TicketResult } from '../orders/ticket/ticket-result.tsx'
import { TicketReview } from '../orders/ticket/ticket-review.tsx'
import { useOrderTicket } from '../orders/ticket/use-order-ticket.ts'
import { useTicketKeys } from '../orders/ticket/use-ticket-keys.ts'
import { customerState, useCustomerState } from '../session/customer-state.ts'
import { useT } from '../session/language/language.ts'
import { withTexts } from '../session/language/shown-language.ts'
import { laterPart } from '../shell/later-part.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

interface OrderTicketProps {
  readonly info: MarketInfo
  /** The direction chosen before opening the ticket, as its first value. */
  readonly direction?: Direction
  /** In a sheet: one field a row. */
  readonly sheet?: boolean
  readonly onLeave?: () => void
  readonly className?: string
}

type Product = 'contract' | 'option'
const products: readonly Product[] = ['contract', 'option']
/** Preserved when the customer moves to another market. */
const lastProduct = customerState<Product>('contract')
// Loaded only when it is opened.
const OptionTicket = laterPart(withTexts(() => import('../options/option-ticket.tsx')))

/** The products of a market: a contract, or an up/down option. */
export function OrderTicket({ className, ...props }: OrderTicketProps) {
  const t = useT()
  const panelId = useId()
  const [product, choose] = useCustomerState(lastProduct)
  const isWished = useSyncExternalStore(
    wishedOrder.subscribe,
    () => wishedOrder.get()?.code === props.info.code,
  )
  // An order chosen on the chart is one of a contract.
  if (isWished && product !== 'contract') choose('contract')
  return (
    <div className={classNames('relative flex min-h-0 flex-col', className)}>
      <Tabs
        label={t('options.tab.label')}
        choices={products.map((value) => ({ value, label: t(`options.tab.${value}`) }))}
        value={product}
        onChange={choose}
        panelId={panelId}
        className={props.sheet ? '-mt-2 mb-4' : 'shrink-0 px-4 pt-1'}
      />
      {!props.sheet && <ShortcutHelp product={product} className="absolute end-3 top-1.5" />}
      <div id={panelId} role="tabpanel" className="flex min-h-0 flex-1 flex-col">
        <UnlessFrozen className={props.sheet ? '' : 'm-4'}>
          {product === 'contract' ? (
            <ContractTicket {...props} />
          ) : (
            <Suspense fallback={<SkeletonLines count={8} className={props.sheet ? '' : 'p-4'} />}>
              <OptionTicket {...props} />
            </Suspense>
          )}
        </UnlessFrozen>
      </div>
    </div>
  )
}

/** The order ticket of a market: fields, costs, confirmation and result. */
function ContractTicket({ info, direction, sheet = false, onLeave }: Omit<OrderTicketProps, 'className'>) {
  const ticket = useOrderTicket(info, direction)
  const { step } = ticket
  const frame = useRef<HTMLDivElement>(null)
  useTicketKeys(ticket, frame, onLeave)
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      {step === 'edit' && <TicketForm ticket={ticket} info={info} sheet={sheet} />}
      {step === 'review' && <TicketReview ticket={ticket} info={info} sheet={sheet} />}
      {step === 'done' && ticket.placed !== null && (
        <TicketResult
          order={ticket.placed}
          market={ticket.market}
          onAgain={ticket.again}
          {...(onLeave === undefined ? {} : { onLeave })}
        />
      )}
    </div>
  )
}
