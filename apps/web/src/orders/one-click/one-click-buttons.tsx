import type { MarketInfo } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useWords } from '../../session/language/language.ts'
import { useTradingUnfunded } from '../../session/use-offered.ts'
import { actionText } from '../ticket/action-text.ts'
import { NextPriceNote } from '../ticket/next-price-note.tsx'
import { placeValue } from '../ticket/ticket-frame.tsx'
import { mayOpen } from '../ticket/trading-pause.tsx'
import type { OrderTicketState } from '../ticket/use-order-ticket.ts'
import { useOneClick } from './one-click-setting.ts'

/** The button that places the order at once, next to the one that leads to its review: that one is what Enter in a field presses. */
export function OneClickButtons({
  ticket: { form, market, price, placing },
  info,
}: {
  readonly ticket: OrderTicketState
  readonly info: MarketInfo
}) {
  const { t, tag } = useWords()
  const unfunded = useTradingUnfunded()
  const { turn } = useOneClick()
  return (
    <>
      <NextPriceNote isSending={placing} />
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" size="l" disabled={unfunded || placing}>
          {t('orders.oneClick.review')}
        </Button>
        <Button
          type="submit"
          value={placeValue}
          variant={form.direction}
          size="l"
          full
          busy={placing}
          disabled={unfunded || !mayOpen(info, price)}
          onClick={skipDoubleClick}
          onKeyDown={skipHeldKey}
        >
          {placing ? t('orders.review.confirming') : actionText(t, tag, form, market)}
        </Button>
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 text-ink-2">
        {t('orders.oneClick.on')}
        <button type="button" className="tap text-accent" onClick={() => turn(false)}>
          {t('orders.oneClick.turnOff')}
        </button>
      </p>
    </>
  )
}

/** The second click of a double click may come after the first one's answer: it is no second order. */
function skipDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

/** Neither is a key that is held down. */
function skipHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
