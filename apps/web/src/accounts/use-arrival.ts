import type { User } from '@candor/contract'
import { toast } from '@candor/ui/toast.tsx'
import { useLocation } from 'wouter'
import { useT } from '../session/language.ts'
import { signIn } from '../session/session-store.ts'
import { useNextPage } from './after-sign-in.ts'

export type Arrive = (session: { readonly token: string; readonly user: User }) => void

/** What follows on signing in, by whichever way: the session is kept, and the page that asked for it shows. */
export function useArrival(): Arrive {
  const t = useT()
  const [, goTo] = useLocation()
  const next = useNextPage()
  return ({ token, user }) => {
    signIn(token, user)
    toast(t('accounts.login.done'), 'good')
    goTo(next)
  }
}
