import type { ContractPreview } from '@candor/contract'
import type { Price } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import type { Market } from '@candor/rules'
import { useEffect, useRef, useState } from 'react'
import { CallFailure } from '../../session/calls/failure.ts'
import type { OrderForm } from '../order-form/order-form.ts'
import { slippageLeft } from '../order-form/slippage.ts'

interface Quoted {
  readonly data: ContractPreview | undefined
  readonly error: Error | null
}

interface Limits {
  readonly quoteId?: string
  readonly maxSlippage?: string
}

interface AtOnce {
  readonly form: Pick<OrderForm, 'direction' | 'slippage'>
  readonly market: Market
  /** The opening price that the ticket shows; null without one. */
  readonly shown: Price | null
  /** Asks the server for its price, which it then stands by for a few seconds. */
  readonly quote: () => Promise<Quoted>
  readonly send: (limits: Limits) => void
  readonly refuse: (failure: Error) => void
  readonly review: () => void
}

/**
 * Places an order without a review. Its price is limited as a reviewed one's is, but counts from the price that the ticket showed when it
 * was pressed. A second press does nothing until there is an answer.
 */
export function usePlaceAtOnce({ form, market, shown, quote, send, refuse, review }: AtOnce) {
  const [isQuoting, setQuoting] = useState(false)
  const isGone = useIsGone()
  const isPressed = useRef(false)
  const follow = (next: Next) => {
    if (next.kind === 'send') return send(next.limits)
    return next.kind === 'refuse' ? refuse(next.failure) : review()
  }
  const place = async () => {
    if (isPressed.current || shown === null) return
    if (form.slippage === null) return send({})
    isPressed.current = true
    setQuoting(true)
    const answer = await quote()
    isPressed.current = false
    setQuoting(false)
    // The customer went to another market meanwhile and would see nothing of this order: it is not placed.
    if (!isGone.current) follow(afterQuote(answer, { ...form, shown }, market))
  }
  return { place, isQuoting }
}

type Next =
  | { readonly kind: 'send'; readonly limits: Limits }
  | { readonly kind: 'refuse'; readonly failure: Error }
  | { readonly kind: 'review' }

/** Decides what follows the server's price: the order with its limit, a refusal, or the review, which asks again and says what is missing. */
function afterQuote(
  { data, error }: Quoted,
  { direction, slippage, shown }: AtOnce['form'] & { readonly shown: Price },
  market: Market,
): Next {
  if (error instanceof CallFailure && error.isFinal) return { kind: 'refuse', failure: error }
  if (data === undefined || error !== null || slippage === null) return { kind: 'review' }
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
