import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import type { ReactNode } from 'react'
import { sentenceOf } from '../session/failure.ts'

interface QueryState<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Loaded data, a placeholder while it loads, or the error. */
export function Shown<T>({
  query,
  children,
}: {
  readonly query: QueryState<T>
  readonly children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null && query.error !== undefined)
    return (
      <ErrorState title="This could not be loaded" text={sentenceOf(query.error)} onRetry={query.refetch} />
    )
  return <SkeletonLines count={6} className="p-5" />
}

export interface PagesQuery<Item>
  extends QueryState<{ readonly pages: readonly { readonly items: readonly Item[] }[] }> {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** A paged list: its items, a text while it is empty, and more on request. */
export function ShownPages<Item>({
  query,
  empty,
  children,
}: {
  readonly query: PagesQuery<Item>
  readonly empty: { readonly title: string; readonly text: string; readonly icon: ReactNode }
  readonly children: (items: readonly Item[]) => ReactNode
}) {
  return (
    <Shown query={query}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return <EmptyState {...empty} />
        return (
          <>
            {children(items)}
            {query.hasNextPage && (
              <div className="flex justify-center p-4">
                <Button
                  variant="secondary"
                  busy={query.isFetchingNextPage}
                  onClick={() => query.fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Shown>
  )
}
