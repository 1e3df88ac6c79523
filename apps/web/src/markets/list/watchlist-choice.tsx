import type { Watchlist } from '@candor/rules/markets/watchlists.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { ListPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { laterPart } from '../../shell/later-part.ts'

const WatchlistDialog = laterPart(() => import('./watchlist-dialog.tsx'))

const favourites = 'favourites'

/** The watchlist to show, and a button to create, rename, sort and delete them. */
export function WatchlistChoice({
  lists,
  shown,
  onShow,
  className,
}: {
  readonly lists: readonly Watchlist[]
  /** The list shown; null: the favourites. */
  readonly shown: Watchlist | null
  readonly onShow: (id: string | null) => void
  readonly className?: string
}) {
  const t = useT()
  const [editing, setEditing] = useState(false)
  const options = [
    { value: favourites, label: t('markets.lists.favourites') },
    ...lists.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className={classNames('flex shrink-0 items-center gap-1 border-hairline border-b', className)}>
      <Select
        label={t('markets.lists.choose')}
        options={options}
        value={shown?.id ?? favourites}
        onChange={(value) => onShow(value === favourites ? null : value)}
        className="flex-1 border-transparent! bg-transparent! px-0!"
      />
      <IconButton label={t('markets.lists.edit')} onClick={() => setEditing(true)}>
        <ListPlus aria-hidden className="mirrored size-4" />
      </IconButton>
      {editing && (
        <Suspense fallback={null}>
          <WatchlistDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}
