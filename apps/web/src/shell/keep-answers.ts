import type { QueryClient } from '@tanstack/react-query'
import { followAccount } from '../live/account-socket.ts'
import { followSession, sessionNow } from '../session/session-store.ts'

/** The account's news keep the answers fresh, all of them where what knows more does not arrive; a sign-out forgets them. */
export function keepAnswers(queries: QueryClient): void {
  followAccount((message) => {
    import('./hear-account.ts')
      .then(({ hearAccount }) => hearAccount(message, queries))
      .catch(() => queries.invalidateQueries())
  })
  let wasLogin = sessionNow().isLogin
  followSession(() => {
    const { isLogin } = sessionNow()
    if (wasLogin && !isLogin) queries.clear()
    wasLogin = isLogin
  })
}
