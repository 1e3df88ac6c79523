import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import type { ReactNode } from 'react'
import { sentenceOf } from '../session/failure.ts'

interface Answer<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Loaded data, a placeholder while it loads, or the error. */
export function Shown<T>({
  answer,
  children,
}: {
  readonly answer: Answer<T>
  readonly children: (data: T) => ReactNode
}) {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error !== null && answer.error !== undefined)
    return (
      <ErrorState title="This could not be shown" text={sentenceOf(answer.error)} onRetry={answer.refetch} />
    )
  return <SkeletonLines count={6} className="p-5" />
}

export interface PagesAnswer<Item>
  extends Answer<{ readonly pages: readonly { readonly items: readonly Item[] }[] }> {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** A paged list: its items, a text while it is empty, and more on request. */
export function ShownPages<Item>({
  answer,
  empty,
  children,
}: {
  readonly answer: PagesAnswer<Item>
  readonly empty: { readonly title: string; readonly text: string; readonly icon: ReactNode }
  readonly children: (items: readonly Item[]) => ReactNode
}) {
  return (
    <Shown answer={answer}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return <EmptyState {...empty} />
        return (
          <>
            {children(items)}
            {answer.hasNextPage && (
              <div className="flex justify-center p-4">
                <Button
                  variant="secondary"
                  busy={answer.isFetchingNextPage}
                  onClick={() => answer.fetchNextPage()}
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
