import type { User } from '@candor/contract'
import { toast } from '@candor/ui/toast.tsx'
import { useLocation } from 'wouter'
import { writeStored } from '../session/browser-storage.ts'
import { useT } from '../session/language.ts'
import { signIn } from '../session/session-store.ts'
import { useNextPage } from './after-sign-in.ts'

export type Arrive = (session: { readonly token: string; readonly user: User }) => void

/** What follows on signing in, by whichever way: the session is kept, and the page that asked for it shows. */
export function useArrival(wished?: string): Arrive {
  const t = useT()
  const [, goTo] = useLocation()
  const asked = useNextPage()
  const next = wished ?? asked
  return ({ token, user }) => {
    // What has changed since the last visit is asked for once somebody is in.
    writeStored('consentDue', '1')
    signIn(token, user)
    toast(t('accounts.login.done'), 'good')
    goTo(next)
  }
}
