import type { User } from '@candor/contract'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useLocation } from 'wouter'
import { writeStored } from '../../session/browser-storage.ts'
import { useT } from '../../session/language/language.ts'
import { signIn } from '../../session/session-store.ts'
import { useNextPage } from './after-sign-in.ts'

export type Arrive = (session: { readonly token: string; readonly user: User }) => void

/** Actions after signing in, common to all ways: stores the session and opens the page that required it. */
export function useArrival(wished?: string): Arrive {
  const t = useT()
  const [, goTo] = useLocation()
  const nextPage = useNextPage()
  const next = wished ?? nextPage
  return ({ token, user }) => {
    // Asks the customer to accept texts that have changed since the last visit.
    writeStored('consentDue', '1')
    signIn(token, user)
    toast(t('accounts.login.done'), 'good')
    goTo(next)
  }
}
