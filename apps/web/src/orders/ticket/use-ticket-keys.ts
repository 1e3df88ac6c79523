import type { Direction, OrderKind } from '@candor/rules/orders/contract.ts'
import { type RefObject, useMemo } from 'react'
import { useKeys } from '../../markets/list/use-slash-key.ts'
import { stepLots } from '../order-form/order-volume.ts'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Shortcuts of the ticket; `key-help.tsx` lists them. Enter presses the button that leads to the review, where there is one. */
export function useTicketKeys(
  { step, change, back, form, market }: OrderTicketState,
  frame: RefObject<HTMLElement | null>,
  onLeave?: () => void,
): void {
  const { sizeBy, lots } = form
  const keys = useMemo(() => {
    const leave = () => (step === 'edit' ? onLeave?.() : back())
    if (step !== 'edit') return { Escape: leave }
    const turn = (direction: Direction) => () => change({ type: 'direction', direction })
    const choose = (kind: OrderKind) => () => change({ type: 'kind', kind })
    const resize = (by: 1 | -1) => () =>
      sizeBy === 'lots' && change({ type: 'lots', text: stepLots(lots, market, by) })
    return {
      b: turn('buy'),
      s: turn('sell'),
      m: choose('market'),
      l: choose('limit'),
      t: choose('stop'),
      '+': resize(1),
      '-': resize(-1),
      Enter: () => frame.current?.querySelector<HTMLElement>('button[type="submit"]:enabled')?.click(),
      Escape: leave,
    }
  }, [step, change, back, onLeave, frame, sizeBy, lots, market])
  useKeys(keys)
}
