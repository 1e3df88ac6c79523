import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { chooseNextTags, useNextTags } from './next-tags.ts'
import { TagChips } from './tag-chips.tsx'
import { TagsEditor, useTagsEditor } from './tags-editor.tsx'

/** The tags that an order gets when it is placed, and the way to choose them. */
export function TicketTags() {
  const t = useT()
  const { isLogin } = useSession()
  const tags = useNextTags()
  const [choosing, setChoosing] = useState(false)
  if (!isLogin) return null
  return (
    <div className="flex items-center justify-between gap-3 text-12">
      {tags.length === 0 ? (
        <span className="text-ink-2">{t('orders.tags.title')}</span>
      ) : (
        <TagChips tags={tags} className="min-w-0" />
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
        className="tap inline-flex shrink-0 items-center gap-1 py-0.5 text-accent hover:underline max-md:min-h-11"
      >
        <Tag aria-hidden className="size-3.5" />
        {t(tags.length === 0 ? 'orders.tags.choose' : 'orders.tags.edit')}
      </button>
      {choosing && <NextTagsDialog tags={tags} onClose={() => setChoosing(false)} />}
    </div>
  )
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
