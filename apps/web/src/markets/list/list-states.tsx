import type { Watchlist } from '@candor/rules/markets/watchlists.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { useT } from '../../session/language/language.ts'

const loadingRows = Array.from({ length: 14 }, (_, row) => `row ${row}`)

export function LoadingRows() {
  const t = useT()
  return (
    <div role="status" aria-label={t('markets.list.loading')}>
      {loadingRows.map((row) => (
        <div key={row} className="flex h-12 items-center gap-3 border-hairline/60 border-b px-3">
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3 w-14" />
          </span>
          <Skeleton className="h-5 w-12" />
          <span className="flex flex-col items-end gap-1.5">
            <Skeleton className="h-3.5 w-16" />
            <Skeleton className="h-3 w-10" />
          </span>
        </div>
      ))}
    </div>
  )
}

export function NothingShown({
  typed,
  list,
  onReset,
}: {
  readonly typed: string
  /** The watchlist shown; null: the favourites. */
  readonly list: Watchlist | null
  readonly onReset: () => void
}) {
  const t = useT()
  const empty = t(list === null ? 'markets.list.watchedEmpty' : 'markets.lists.empty')
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-6 text-14 text-ink-2">
      <p>{typed.trim() === '' ? empty : t('markets.list.noHit', { typed })}</p>
      <Button variant="secondary" size="s" onClick={onReset}>
        {t('markets.list.showAll')}
      </Button>
    </div>
  )
}
