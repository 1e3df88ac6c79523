import type { ContractPreview } from '@candor/contract'
import type { Price } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import type { Market } from '@candor/rules'
import { useEffect, useRef, useState } from 'react'
import { CallFailure } from '../../session/calls/failure.ts'
import type { OrderForm } from '../order-form/order-form.ts'
import { slippageLeft } from '../order-form/slippage.ts'
import { useOneClick } from './one-click-setting.ts'

interface Quoted {
  readonly data: ContractPreview | undefined
  readonly error: Error | null
}

interface Limits {
  readonly quoteId?: string
  readonly maxSlippage?: string
}

interface Placing {
  /** The opening price that the ticket shows; null without one. */
  readonly shown: Price | null
  /** False while a field has a problem. */
  readonly fits: boolean
  /** Asks the server for its price, which it then stands by for a few seconds. */
  readonly quote: () => Promise<Quoted>
  readonly send: (limits: Limits) => void
  readonly refuse: (failure: Error) => void
  readonly review: () => void
}

/**
 * Places an order without a review; `place` is null where it has one: one-click trading is off, or the order waits for its price. The price is
 * limited as a reviewed one's is, but counts from the price that the ticket showed when it was pressed. A second press does nothing until
 * there is a response.
 */
export function usePlaceAtOnce(form: OrderForm, market: Market, placing: Placing) {
  const { shown, fits, quote, refuse, review } = placing
  const { isOn } = useOneClick()
  const [isQuoting, setQuoting] = useState(false)
  const isGone = useIsGone()
  const isPressed = useRef(false)
  const follow = (next: Next) => {
    if (next.kind === 'send') return placing.send(next.limits)
    return next.kind === 'refuse' ? refuse(next.failure) : review()
  }
  const place = async () => {
    if (!fits || shown === null) return review()
    if (isPressed.current) return
    isPressed.current = true
    setQuoting(true)
    const quoted = await quote()
    isPressed.current = false
    setQuoting(false)
    // The customer went to another market meanwhile and would see nothing of this order: it is not placed.
    if (!isGone.current) follow(afterQuote(quoted, { ...form, shown }, market))
  }
  return { place: isOn && form.kind === 'market' ? () => void place() : null, isQuoting }
}

type Next =
  | { readonly kind: 'send'; readonly limits: Limits }
  | { readonly kind: 'refuse'; readonly failure: Error }
  | { readonly kind: 'review' }

/** Decides what follows the server's price: the order with its limit, a refusal, or the review, which asks again and says what is missing. */
function afterQuote(
  { data, error }: Quoted,
  { direction, slippage, shown }: Pick<OrderForm, 'direction' | 'slippage'> & { readonly shown: Price },
  market: Market,
): Next {
  if (error instanceof CallFailure && error.isFinal) return { kind: 'refuse', failure: error }
  if (data === undefined || error !== null) return { kind: 'review' }
  if (slippage === null) return { kind: 'send', limits: {} }
  const maxSlippage = slippageLeft({ shown, quoted: data.openPrice, direction }, market, slippage)
  return maxSlippage === null
    ? { kind: 'refuse', failure: new CallFailure(refusals.slippageExceeded) }
    : { kind: 'send', limits: { quoteId: data.quoteId, maxSlippage } }
}

function useIsGone() {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}
