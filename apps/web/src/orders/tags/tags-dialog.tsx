import type { ContractOrder, Option } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { failureText } from '../../session/calls/failure.ts'
import { useT } from '../../session/language/language.ts'
import { refusedTags } from './tag-form.ts'
import { TagsEditor, useTagsEditor } from './tags-editor.tsx'
import { useSaveTags } from './use-tags.ts'

/** Orders that can have tags. */
export type TaggableOrder = Pick<ContractOrder | Option, 'id' | 'code' | 'orderNo' | 'tags'>

interface DialogProps {
  readonly order: TaggableOrder
  readonly onClose: () => void
}

/** Tags of an order. What is still in the field when saving counts too. */
export function TagsDialog({ order, onClose }: DialogProps) {
  const t = useT()
  const save = useSaveTags()
  const editor = useTagsEditor(order.tags ?? [])
  const send = () => {
    const all = editor.finish()
    if (all === null) return
    save.mutate(
      { id: order.id, tags: [...all] },
      {
        onSuccess: () => {
          toast(t('orders.tags.saved'), 'good')
          onClose()
        },
        onError: (error) => editor.setProblem(refusedTags(error)),
      },
    )
  }
  const failed = save.error !== null && refusedTags(save.error) === null
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.tags.editOf', { order: `\u2068${order.code}\u2069 · \u2068${order.orderNo}\u2069` })}
      cancelLabel={t('shell.cancel')}
      confirm={{ label: t('orders.tags.save'), busy: save.isPending, onClick: send }}
    >
      <div className="flex flex-col gap-4">
        <TagsEditor editor={editor} />
        <p className="text-12 text-ink-3">{t('orders.tags.parts')}</p>
        {failed && <Banner tone="bad">{failureText(t, save.error)}</Banner>}
      </div>
    </ConfirmDialog>
  )
}
