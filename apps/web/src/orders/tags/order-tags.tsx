import { Button } from '@candor/ui/controls/button.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { TagsDialog } from '../dialogs/later-dialogs.tsx'
import { TagChips } from './tag-chips.tsx'
import type { TaggableOrder } from './tags-dialog.tsx'

/** The tags on an order's page, with the way to change them. */
export function OrderTags({ order }: { readonly order: TaggableOrder }) {
  const t = useT()
  const [editing, setEditing] = useState(false)
  const tags = order.tags ?? []
  return (
    <Card>
      <SectionHead
        title={t('orders.tags.title')}
        action={
          <Button
            variant="secondary"
            size="s"
            icon={<Tag aria-hidden className="size-3.5" />}
            onClick={() => setEditing(true)}
          >
            {t('orders.tags.edit')}
          </Button>
        }
      />
      {tags.length === 0 ? (
        <p className="mt-2 text-14 text-ink-3">{t('orders.tags.none')}</p>
      ) : (
        <TagChips tags={tags} className="mt-2" />
      )}
      {editing && <TagsDialog order={order} onClose={() => setEditing(false)} />}
    </Card>
  )
}
