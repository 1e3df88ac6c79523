import type { QueryClient } from '@tanstack/react-query'
import { callServer } from '../../session/calls/call-server.ts'
import { callKey } from '../../session/calls/use-call.ts'
import { followSession, rememberUser, sessionNow } from '../../session/session-store.ts'
import { goTo, pathNow } from '../hash-location.ts'

/** On app start the user info is fetched again; whenever a session ends, the login page shows (specification §4). */
export function keepSession(queries: QueryClient): void {
  let wasLogin = sessionNow().isLogin
  followSession(() => {
    const { isLogin } = sessionNow()
    if (wasLogin && !isLogin && !pathNow().startsWith('/pass/')) goTo('/pass/login')
    if (wasLogin && !isLogin)
      import('../../notifications/push-browser.ts')
        .then(({ forgetPush }) => forgetPush())
        // Offline it does not load, and a browser may refuse: the session has ended all the same.
        .catch(() => undefined)
    wasLogin = isLogin
  })
  if (!wasLogin) return
  // A refusal has been handled already; without a network the stored user is shown.
  const question = { queryKey: callKey('getUserInfo', {}), queryFn: () => callServer('getUserInfo', {}) }
  queries.fetchQuery({ ...question, retry: false }).then(
    ({ user }) => rememberUser(user),
    () => undefined,
  )
}
