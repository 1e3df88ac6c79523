import './without-eval.ts'
import './shell/page.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { CallFailure } from './session/failure.ts'
import { App } from './shell/app.tsx'
import { dressPage } from './shell/theme.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server decided stays decided; a lost network is worth another try.
      retry: (failures, error) => failures < 2 && error instanceof CallFailure && error.code === 'network',
      staleTime: 5_000,
    },
    // Sent now or refused now: a decision that waits for the network would happen when the operator no longer expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
})

dressPage()
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place for the app')
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
)
