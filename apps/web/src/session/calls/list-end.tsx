import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { useT } from '../language/language.ts'
import type { PagedList } from './use-pages.ts'

/** End of a list that loads page by page: a button for the next page, or a note that this was all. */
export function ListEnd({
  list: { hasMore, loadingMore, more },
  small = false,
  quiet = false,
  className,
}: {
  readonly list: Pick<PagedList<unknown>, 'hasMore' | 'loadingMore' | 'more'>
  readonly small?: boolean
  /** Shows nothing where the list is complete. */
  readonly quiet?: boolean
  readonly className: string
}) {
  const t = useT()
  if (quiet && !hasMore) return null
  return (
    <div className={classNames('flex justify-center', className)}>
      {hasMore ? (
        <Button variant="secondary" size={small ? 's' : 'm'} busy={loadingMore} onClick={more}>
          {t('shell.loadMore')}
        </Button>
      ) : (
        <p className="text-12 text-ink-3">{t('shell.noMoreData')}</p>
      )}
    </div>
  )
}
