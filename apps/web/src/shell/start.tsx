import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { startAccount } from '../live/account-socket.ts'
import { startPrices } from '../live/price-socket.ts'
import { CallFailure } from '../session/failure.ts'
import { dressPage, followPreferences, followSystemTheme } from '../session/preferences.ts'
import { currentLanguage } from '../session/shown-language.ts'
import { App } from './app.tsx'
import { keepAnswers } from './keep-answers.ts'
import { keepPreferences } from './keep-preferences.ts'
import { keepProgram } from './keep-program.ts'
import { keepSession } from './keep-session.ts'

const tries = 2

/** What the server decided stays decided; a lost network is worth another try. */
const worthRetry = (failures: number, error: Error): boolean =>
  failures < tries && !(error instanceof CallFailure && error.decided)

/** Puts the app on the page; the language is loaded before. */
export function startApp(): void {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetry, staleTime: 10_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
  const dress = () => dressPage(currentLanguage())
  followPreferences(dress)
  followSystemTheme(dress)
  startPrices()
  startAccount()
  keepAnswers(queries)
  keepSession()
  keepPreferences()
  keepProgram()
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no place for the app')
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>,
  )
}
