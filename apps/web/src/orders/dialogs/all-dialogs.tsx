import { TagsDialog } from '../tags/tags-dialog.tsx'
import { BreakEvenDialog } from './break-even/break-even-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import type { ChosenDeed } from './deeds.ts'
import { EditDialog } from './edit-dialog.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

export { NextTagsDialog } from '../tags/next-tags-dialog.tsx'
export { CancelAllDialog } from './cancel-all-dialog.tsx'
export { EditDialog, TagsDialog }

const dialogs = {
  edit: EditDialog,
  close: CloseDialog,
  reverse: ReverseDialog,
  cancel: CancelDialog,
  breakEven: BreakEvenDialog,
  tags: TagsDialog,
} as const

/** Confirmation dialog of the chosen action. */
export function DeedDialog({
  chosen,
  onClose,
}: {
  readonly chosen: ChosenDeed
  readonly onClose: () => void
}) {
  const Asks = dialogs[chosen.deed]
  return <Asks key={chosen.order.id} order={chosen.order} onClose={onClose} />
}
