import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { chooseNextTags, useNextTags } from './next-tags.ts'
import { TagChips } from './tag-chips.tsx'
import { TagsEditor, useTagsEditor } from './tags-editor.tsx'

/** The way to choose the tags that an order gets when it is placed. */
export function TicketTags() {
  const t = useT()
  const { isLogin } = useSession()
  const tags = useNextTags()
  const [choosing, setChoosing] = useState(false)
  if (!isLogin) return null
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="font-medium text-14 text-ink">{t('orders.tags.title')}</span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
        className="tap inline-flex shrink-0 items-center gap-1 text-12 text-accent hover:underline"
      >
        <Tag aria-hidden className="size-3.5" />
        {t(tags.length === 0 ? 'orders.tags.choose' : 'orders.tags.edit')}
      </button>
      {choosing && <NextTagsDialog tags={tags} onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** The tags that the next order gets; nothing without any. */
export function NextTagChips() {
  return <TagChips tags={useNextTags()} />
}

function NextTagsDialog({
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
