import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { NextTagsDialog } from '../dialogs/later-dialogs.tsx'
import { useNextTags } from './next-tags.ts'
import { TagChips } from './tag-chips.tsx'

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
