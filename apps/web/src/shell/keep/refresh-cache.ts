import type { QueryClient } from '@tanstack/react-query'
import { followAccount } from '../../live/account-socket.ts'
import { followSession, sessionNow } from '../../session/session-store.ts'

/**
 * Invalidates cached responses by the account's messages: all of them when the code that knows more fails to load. A sign-out
 * clears them.
 */
export function refreshCache(queries: QueryClient): void {
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
