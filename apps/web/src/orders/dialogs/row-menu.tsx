import type { ContractOrder } from '@candor/contract'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { ArrowUpDown, Ellipsis, ShieldCheck, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'
import { useBreakEven } from './break-even/use-break-even.ts'
import { type OpenDeed, wordOf } from './deeds.ts'

const marks = { reverse: ArrowUpDown, breakEven: ShieldCheck, tags: Tag } as const
export type FurtherDeed = keyof typeof marks

/** A button at the end of a row that opens its further actions; break-even only while the rules permit it. */
export function RowMenu({
  order,
  deeds,
  triggerClass,
  onOpen,
}: {
  readonly order: ContractOrder
  readonly deeds: readonly FurtherDeed[]
  readonly triggerClass: string
  readonly onOpen: OpenDeed
}) {
  const t = useT()
  return (
    <Popover
      label={t('orders.more')}
      trigger={<Ellipsis aria-hidden className="size-3.5" />}
      triggerClass={triggerClass}
      panelClass="min-w-44"
    >
      {(close) =>
        deeds.map((deed) => {
          const item = (
            <MenuItem
              key={deed}
              deed={deed}
              onPress={() => {
                close()
                onOpen(deed, order)
              }}
            />
          )
          return deed === 'breakEven' ? (
            <WhereOffered key={deed} order={order}>
              {item}
            </WhereOffered>
          ) : (
            item
          )
        })
      }
    </Popover>
  )
}

function MenuItem({ deed, onPress }: { readonly deed: FurtherDeed; readonly onPress: () => void }) {
  const t = useT()
  const Mark = marks[deed]
  return (
    <button type="button" onClick={onPress} className={menuItemClass}>
      <Mark aria-hidden className="size-4 shrink-0 text-ink-3" />
      {t(wordOf(deed))}
    </button>
  )
}

/** Shows the way to break-even while the rules permit it. */
export function WhereOffered({
  order,
  children,
}: {
  readonly order: ContractOrder
  readonly children: ReactNode
}) {
  return useBreakEven(order).isOffered ? children : null
}
