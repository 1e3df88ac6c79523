import { Skeleton } from '@candor/ui/feedback.tsx'
import { lazy, Suspense } from 'react'
import { withTexts } from '../session/language/shown-language.ts'
import { useSession } from '../session/session-store.ts'
import { useLayout } from '../shell/use-layout.ts'
import { HomeDesktop } from './home.desktop.tsx'
import { HomeMobile } from './home.mobile.tsx'

// Apart from the page a visitor sees, which is small and loads first.
const OwnHome = lazy(withTexts(() => import('./own/own-home.tsx')))

export default function HomePage() {
  const { isLogin } = useSession()
  const layout = useLayout()
  if (isLogin)
    return (
      <Suspense fallback={<OwnHomeSkeleton />}>
        <OwnHome />
      </Suspense>
    )
  return layout === 'mobile' ? <HomeMobile /> : <HomeDesktop />
}

function OwnHomeSkeleton() {
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 md:px-6 md:pt-8">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-2 h-11 w-56" />
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
