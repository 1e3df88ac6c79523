import type { ArtworkPage, OwnArtwork } from '@candor/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  fieldByCode,
  type TicketRefusal,
  type TicketStep,
  useTicketSteps,
} from '../../orders/ticket/use-ticket-steps.ts'
import { useAccountNow } from '../../orders/use-account-now.ts'
import { customerState } from '../../session/customer-state.ts'
import {
  amountOf,
  fieldOfPurchaseRefusal,
  type PurchaseField,
  type PurchaseFigures,
  type PurchaseForm,
  type PurchaseProblem,
  purchaseFigures,
  purchaseProblems,
} from './purchase-form.ts'

export interface Purchase {
  readonly form: PurchaseForm
  readonly setAmount: (amount: string) => void
  readonly setAddress: (address: string) => void
  readonly figures: PurchaseFigures | null
  readonly available: string | null
  readonly problems: readonly PurchaseProblem[]
  readonly refusal: TicketRefusal<PurchaseField> | null
  readonly step: TicketStep
  readonly review: () => void
  readonly back: () => void
  readonly buy: () => void
  readonly buying: boolean
  readonly bought: OwnArtwork | null
}

/** The address typed last: who buys again rarely has another wallet. */
const lastAddress = customerState('')

const older = ['getNftById', 'listNft', 'listMyNft', 'charityLedger', 'getUserInfo']

/** State of a purchase or a bid, from the form to the response. */
export function usePurchase(artwork: ArtworkPage): Purchase {
  const queries = useQueryClient()
  const { available } = useAccountNow()
  const steps = useTicketSteps('buyNft', fieldByCode(fieldOfPurchaseRefusal))
  const [form, setForm] = useState<PurchaseForm>({
    amount: plain(artwork.nextBid),
    address: lastAddress.get(),
  })
  const all = useMemo(() => purchaseProblems(form, artwork, available), [form, artwork, available])
  const change = (next: PurchaseForm) => {
    lastAddress.set(next.address)
    setForm(next)
    steps.changed()
  }
  const buy = () => {
    const amount = amountOf(form, artwork)
    const bid = artwork.saleKind === 'auction' ? { amount } : {}
    const onBought = () => {
      for (const name of older) void queries.invalidateQueries({ queryKey: [name] })
    }
    steps.buy({ id: artwork.id, ...bid, receivingAddress: form.address.trim() }, { onBought })
  }
  return {
    form,
    setAmount: (amount) => change({ ...form, amount }),
    setAddress: (address) => change({ ...form, address }),
    figures: purchaseFigures(form, artwork),
    available,
    problems: steps.shown(all),
    refusal: steps.refusal,
    step: steps.step,
    review: () => steps.review(all.length === 0),
    back: steps.back,
    buy,
    buying: steps.buying,
    bought: steps.bought,
  }
}

/** An amount as one would type it. */
const plain = (amount: string | null): string =>
  amount === null ? '' : amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
