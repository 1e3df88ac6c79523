import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Toasts } from '@candor/ui/overlays/toast.tsx'
import { UiWordsContext } from '@candor/ui/ui-words.tsx'
import { Redirect, Route, Router, Switch } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { sentenceOf } from '../session/failure.ts'
import { JoinPage } from '../session/join-page.tsx'
import { MeContext, useWhoIsIn } from '../session/me.ts'
import { SignInPage } from '../session/sign-in-page.tsx'
import { SsoPage } from '../session/sso-page.tsx'
import { Frame } from './frame.tsx'
import { pages } from './pages.tsx'
import { uiWords } from './ui-words.ts'

/** The server decides whether the operator is signed in; the app checks now and every minute. */
export function App() {
  return (
    <UiWordsContext value={uiWords}>
      <Router hook={useHashLocation}>
        <Switch>
          <Route path="/join/:token">{({ token }) => <JoinPage token={token} />}</Route>
          <Route path="/sso/*" component={SsoPage} />
          <Route>
            <Door />
          </Route>
        </Switch>
        <Toasts />
      </Router>
    </UiWordsContext>
  )
}

function Door() {
  const { data: me, error, refetch } = useWhoIsIn()
  if (me === null) return <SignInPage />
  if (me === undefined && error !== null)
    return <ErrorState title="The console could not be loaded" text={sentenceOf(error)} onRetry={refetch} />
  if (me === undefined) return <SkeletonLines count={4} className="p-8" />
  const mine = pages.filter(({ roles }) => roles.includes(me.role))
  return (
    <MeContext value={me}>
      <Frame pages={mine}>
        <Switch>
          {mine.map(({ path, Page, also }) => [
            <Route key={path} path={path} component={Page} />,
            ...(also ?? []).map((deeper) => <Route key={deeper} path={deeper} component={Page} />),
          ])}
          <Route>
            <Redirect to={mine[0]?.path ?? '/'} replace />
          </Route>
        </Switch>
      </Frame>
    </MeContext>
  )
}
