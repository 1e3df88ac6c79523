import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startAccount } from '../live/account-socket.ts'
import { startPrices } from '../live/price-socket.ts'
import { CallFailure } from '../session/calls/failure.ts'
import { ResponseCache } from '../session/calls/response-cache.ts'
import { currentLanguage } from '../session/language/shown-language.ts'
import { dressPage, followPreferences, followSystemTheme } from '../session/preferences.ts'
import { App } from './app.tsx'
import { bringFirstParts } from './first-parts.ts'
import { keepPreferences } from './keep/keep-preferences.ts'
import { keepProgram } from './keep/keep-program.ts'
import { keepSession } from './keep/keep-session.ts'
import { refreshCache } from './keep/refresh-cache.ts'
import type { Layout } from './layout.ts'

const tries = 2

/** Retries after a lost network, but not after a decision of the server. */
const worthRetry = (failures: number, error: Error): boolean =>
  failures < tries && !(error instanceof CallFailure && error.isFinal)

/** Resolves when the first drawing of index.html is on the screen; a hidden page does not wait. */
const painted = (): Promise<void> =>
  document.visibilityState === 'visible'
    ? new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    : Promise.resolve()

/** Renders the app; its language is loaded before. */
export async function startApp(path: string, layout: Layout): Promise<void> {
  const queries = new ResponseCache({
    defaultOptions: {
      queries: {
        retry: worthRetry,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        // Without a network a list that was never loaded says so, instead of waiting, and comes with the network.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Sent now or refused now: an action that waits for the network would happen when the customer no longer expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  const dress = () => dressPage(currentLanguage())
  followPreferences(dress)
  followSystemTheme(dress)
  startPrices()
  startAccount()
  refreshCache(queries)
  keepSession(queries)
  keepPreferences()
  keepProgram()
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no place for the app')
  await Promise.all([bringFirstParts(path, layout), painted()])
  // As a transition it renders in small pieces, so that the page stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>,
    ),
  )
}
