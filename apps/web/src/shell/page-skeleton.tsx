import { Skeleton, SkeletonLines } from '@candor/ui/feedback.tsx'

/** Where a page will be, while its part of the program arrives. */
export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 md:px-6">
      <Skeleton className="mb-6 h-8 w-56" />
      <SkeletonLines count={6} />
    </div>
  )
}
