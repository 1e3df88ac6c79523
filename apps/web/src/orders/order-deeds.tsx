import type { ContractOrder } from '@candor/contract'
import { buttonClass } from '@candor/ui/button.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { ArrowUpDown, Pencil } from 'lucide-react'
import { useT } from '../session/language.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

/** What can be done to an order, each with its own question first. */
export type Deed = 'edit' | 'close' | 'reverse' | 'cancel'
export type AskDeed = (deed: Deed, order: ContractOrder) => void

export interface AskedDeed {
  readonly deed: Deed
  readonly order: ContractOrder
}

const dialogs = {
  edit: EditDialog,
  close: CloseDialog,
  reverse: ReverseDialog,
  cancel: CancelDialog,
} as const

/** The question of the deed that was asked for. */
export function DeedDialog({
  asked,
  onClose,
}: {
  readonly asked: AskedDeed | null
  readonly onClose: () => void
}) {
  if (asked === null) return null
  const Asks = dialogs[asked.deed]
  return <Asks key={asked.order.id} order={asked.order} onClose={onClose} />
}

/** What can be done in a state; reversing stands last, as a mark. */
const deedsOf = (order: ContractOrder): readonly Deed[] =>
  order.status === 'open'
    ? ['edit', 'close', 'reverse']
    : order.status === 'pending'
      ? ['edit', 'cancel']
      : []

const rowButton = buttonClass('secondary', 's', false, 'h-7! min-h-7! px-2.5! text-12!')

/** To the receipt of an order, whichever kind it is. */
export function ReceiptLink({ id }: { readonly id: string }) {
  const t = useT()
  return (
    <a
      href={`#/profile/orders/${id}/receipt`}
      onClick={(event) => event.stopPropagation()}
      className="inline-flex h-7 items-center text-12 text-accent"
    >
      {t('orders.page.receipt')}
    </a>
  )
}

const marks: Partial<Record<Deed, typeof Pencil>> = { reverse: ArrowUpDown }
const closeMarks: typeof marks = { ...marks, edit: Pencil }

/** At the end of a row: what can be done, or the receipt of what is over. */
export function RowActions({
  order,
  onAsk,
  close = false,
}: {
  readonly order: ContractOrder
  readonly onAsk: AskDeed
  /** Where room is scarce only the last deed keeps its word. */
  readonly close?: boolean
}) {
  const t = useT()
  const deeds = deedsOf(order)
  if (deeds.length === 0 && order.openedAt === null) return null
  if (deeds.length === 0) return <ReceiptLink id={order.id} />
  return (
    <span className="inline-flex gap-1.5">
      {deeds.map((deed) => {
        const Mark = (close ? closeMarks : marks)[deed]
        const word = t(`orders.${deed}.open`)
        return (
          <button
            key={deed}
            type="button"
            {...(Mark === undefined ? {} : { 'aria-label': word, title: word })}
            className={classNames(rowButton, Mark !== undefined && 'px-1.5!')}
            onClick={(event) => {
              event.stopPropagation()
              onAsk(deed, order)
            }}
          >
            {Mark === undefined ? word : <Mark aria-hidden className="size-3.5" />}
          </button>
        )
      })}
    </span>
  )
}

/** The same under a card or at the head of an order's page: each with its word. */
export function DeedButtons({
  order,
  onAsk,
  full = false,
}: {
  readonly order: ContractOrder
  readonly onAsk: AskDeed
  readonly full?: boolean
}) {
  const t = useT()
  const deeds = deedsOf(order)
  if (deeds.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {deeds.map((deed) => (
        <button
          key={deed}
          type="button"
          className={buttonClass('secondary', full ? 's' : 'm', false, full ? 'flex-1' : '')}
          onClick={() => onAsk(deed, order)}
        >
          {t(`orders.${deed}.open`)}
        </button>
      ))}
    </div>
  )
}
