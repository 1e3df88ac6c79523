import { Toasts } from '@candor/ui/overlays/toast.tsx'
import { UiWordsContext } from '@candor/ui/ui-words.tsx'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { Redirect, Route, Router, Switch, useRoute } from 'wouter'
import { dropFirstPaint } from '../first-paint/drop.ts'
import { useBoardLeft } from '../session/first-board.ts'
import { useT, useWords } from '../session/language/language.ts'
import { withTexts } from '../session/language/shown-language.ts'
import { useSession } from '../session/session-store.ts'
import { board, frames } from './first-parts.ts'
import { pathNow, useHashPath, useHashQuery } from './hash-location.ts'
import { Later, PageGuard } from './page-guard.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { type PageRoute, routes } from './routes.tsx'
import { uiWords } from './ui-words.ts'
import { useLayout } from './use-layout.ts'

// Only for who is signed in, after everything else: it speaks once in many minutes.
const Reminders = lazy(withTexts(() => import('./notices/reminders.tsx')))

/** The whole app: frame, page, and the layers above both. */
export function App() {
  const words = useWords()
  const layout = useLayout()
  const { isLogin } = useSession()
  const boardLeft = useBoardLeft()
  const ui = useMemo(() => uiWords(words), [words])
  return (
    <UiWordsContext value={ui}>
      <Router hook={useHashPath} searchHook={useHashQuery}>
        <PageGuard>
          <Suspense>
            <Framed />
            {layout === 'mobile' && !boardLeft && <board.Part />}
          </Suspense>
        </PageGuard>
        <Later>{isLogin && <Reminders />}</Later>
        <Toasts />
      </Router>
    </UiWordsContext>
  )
}

function Framed() {
  const layout = useLayout()
  const [path] = useHashPath()
  const bare = routes.find((one) => one.path === path)?.bare ?? false
  const { Part: Frame } = frames[layout]
  return (
    <Frame bare={bare}>
      <PageGuard key={path}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            {routes.map((one) => (
              <Route key={one.path} path={one.path}>
                <Shown route={one} />
              </Route>
            ))}
            <Route>
              <Redirect to="/" replace />
            </Route>
          </Switch>
        </Suspense>
      </PageGuard>
    </Frame>
  )
}

function Shown({ route }: { readonly route: PageRoute }) {
  const t = useT()
  const { isLogin } = useSession()
  const [matches] = useRoute(route.path)
  useEffect(() => {
    if (matches) document.title = t('shell.title', { page: t(route.title), brand: t('shell.brand') })
  }, [matches, route, t])
  useLayoutEffect(dropFirstPaint, [])
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  if (route.customersOnly && !isLogin) {
    return <Redirect to={`/pass/login?next=${encodeURIComponent(pathNow())}`} replace />
  }
  return <route.Part />
}
