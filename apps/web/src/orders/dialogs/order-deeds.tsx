import type { ContractOrder } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Pencil, Tag, X } from 'lucide-react'
import { useT } from '../../session/language/language.ts'
import { type Deed, type OpenDeed, wordOf } from './deeds.ts'
import { type FurtherDeed, RowMenu, WhereOffered } from './row-menu.tsx'

interface Deeds {
  readonly first: readonly Deed[]
  /** In a row these are in a menu. */
  readonly further: readonly FurtherDeed[]
}

/** Actions by state. */
const deedsOf = ({ status }: ContractOrder): Deeds =>
  status === 'open'
    ? { first: ['edit', 'close'], further: ['breakEven', 'reverse', 'tags'] }
    : status === 'pending'
      ? { first: ['edit', 'cancel'], further: ['tags'] }
      : { first: [], further: ['tags'] }

const rowButton = buttonClass('secondary', 's', false, 'h-7! min-h-7! px-2.5! text-12!')

/** Link to the receipt of an order of any kind. */
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

const closeMarks: Partial<Record<Deed, typeof Pencil>> = { edit: Pencil }

/** At the end of a row: the possible actions, or the receipt of a finished order. */
export function RowActions({
  order,
  onOpen,
  close = false,
  tagged = false,
}: {
  readonly order: ContractOrder
  readonly onOpen: OpenDeed
  /** The row has a button for its tags. */
  readonly tagged?: boolean
  /** In narrow space, only the action that ends the order keeps its label; in a narrow window none does. */
  readonly close?: boolean
}) {
  const t = useT()
  const { first, further } = deedsOf(order)
  if (first.length === 0 && order.openedAt === null) return null
  if (first.length === 0) return <ReceiptLink id={order.id} />
  const inMenu = tagged ? further.filter((deed) => deed !== 'tags') : further
  return (
    <span className="inline-flex gap-1.5">
      {first.map((deed) => {
        const Mark = close ? closeMarks[deed] : undefined
        const word = t(wordOf(deed))
        return (
          <button
            key={deed}
            type="button"
            {...(Mark === undefined && !close ? {} : { 'aria-label': word, title: word })}
            className={classNames(
              rowButton,
              Mark === undefined ? close && 'max-[100rem]:px-1.5!' : 'px-1.5!',
            )}
            onClick={(event) => {
              event.stopPropagation()
              onOpen(deed, order)
            }}
          >
            {Mark === undefined ? (
              <EndingWord word={word} close={close} />
            ) : (
              <Mark aria-hidden className="size-3.5" />
            )}
          </button>
        )
      })}
      {inMenu.length > 0 && (
        <RowMenu
          order={order}
          deeds={inMenu}
          triggerClass={classNames(rowButton, 'px-1.5!')}
          onOpen={onOpen}
        />
      )}
    </span>
  )
}

/** At the end of a row: opens the tags of an order. */
export function TagButton({ onPress }: { readonly onPress: () => void }) {
  const t = useT()
  const word = t('orders.tags.edit')
  return (
    <button
      type="button"
      aria-label={word}
      title={word}
      className={classNames(rowButton, 'px-1.5!')}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      <Tag aria-hidden className="size-3.5" />
    </button>
  )
}

/** Word of the action that ends an order; in narrow space of a narrow window a mark. */
function EndingWord({ word, close }: { readonly word: string; readonly close: boolean }) {
  if (!close) return word
  return (
    <>
      <X aria-hidden className="size-3.5 min-[100rem]:hidden" />
      <span className="max-[100rem]:hidden">{word}</span>
    </>
  )
}

/** The same actions below a card or at the top of an order's page, each with its label. */
export function DeedButtons({
  order,
  onOpen,
  full = false,
}: {
  readonly order: ContractOrder
  readonly onOpen: OpenDeed
  readonly full?: boolean
}) {
  const t = useT()
  const { first, further } = deedsOf(order)
  // An order's page has a section of tags.
  const deeds = [...first, ...further.filter((deed) => full || deed !== 'tags')]
  if (deeds.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {deeds.map((deed) => {
        const button = (
          <button
            key={deed}
            type="button"
            {...(deed === 'tags' && { 'aria-label': t(wordOf(deed)), title: t(wordOf(deed)) })}
            className={buttonClass(
              'secondary',
              full ? 's' : 'm',
              false,
              full && deed !== 'tags' ? 'flex-1' : '',
            )}
            onClick={() => onOpen(deed, order)}
          >
            {deed === 'tags' ? <Tag aria-hidden className="size-4" /> : t(wordOf(deed))}
          </button>
        )
        return deed === 'breakEven' ? (
          <WhereOffered key={deed} order={order}>
            {button}
          </WhereOffered>
        ) : (
          button
        )
      })}
    </div>
  )
}
