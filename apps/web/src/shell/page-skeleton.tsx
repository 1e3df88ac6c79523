import { Skeleton, SkeletonLines } from '@candor/ui/feedback.tsx'

/** Placeholder for a page while its code loads. */
export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 md:px-6">
      <Skeleton className="mb-6 h-8 w-56" />
      <SkeletonLines count={6} />
    </div>
  )
}
