import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { useT } from '../../session/language/language.ts'
import { chooseNextTags } from './next-tags.ts'
import { TagsEditor, useTagsEditor } from './tags-editor.tsx'

/** Chooses the tags that an order gets when it is placed. */
export function NextTagsDialog({
  tags,
  onClose,
}: {
  readonly tags: readonly string[]
  readonly onClose: () => void
}) {
  const t = useT()
  const editor = useTagsEditor(tags)
  const keep = () => {
    const all = editor.finish()
    if (all === null) return
    chooseNextTags(all)
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.tags.ofNext')}
      cancelLabel={t('shell.cancel')}
      confirm={{ label: t('orders.tags.apply'), busy: false, onClick: keep }}
    >
      <div className="flex flex-col gap-4">
        <TagsEditor editor={editor} />
        <p className="text-12 text-ink-3">{t('orders.tags.ofNext.text')}</p>
      </div>
    </ConfirmDialog>
  )
}
