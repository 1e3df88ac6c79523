import type { TextKey } from '@candor/texts/keys.ts'
import { buttonClass } from '@candor/ui/button.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { Bell, Building2, FileQuestion, HandCoins, KeyRound, Leaf } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'wouter'
import { useT } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'

type Topic = 'trading' | 'loan' | 'notification' | 'google' | 'bank' | 'page'

const topics: Readonly<Record<string, Topic>> = {
  '/trading': 'trading',
  '/loan': 'loan',
  '/profile/notification': 'notification',
  '/api/loginCallback/google': 'google',
  '/bank/bind': 'bank',
}

const icons: Readonly<Record<Topic, ComponentType<{ 'aria-hidden': true }>>> = {
  trading: Leaf,
  loan: HandCoins,
  notification: Bell,
  google: KeyRound,
  bank: Building2,
  page: FileQuestion,
}

const words: Readonly<Record<Topic, readonly [title: TextKey, text: TextKey]>> = {
  trading: ['shell.notYet.trading.title', 'shell.notYet.trading.text'],
  loan: ['shell.notYet.loan.title', 'shell.notYet.loan.text'],
  notification: ['shell.notYet.notification.title', 'shell.notYet.notification.text'],
  google: ['shell.notYet.google.title', 'shell.notYet.google.text'],
  bank: ['shell.notYet.bank.title', 'shell.notYet.bank.text'],
  page: ['shell.notYet.page.title', 'shell.notYet.page.text'],
}

/** What is true of a route whose capability this installation does not have: that it is not here, and a way on. */
export default function NotYetPage() {
  const t = useT()
  const [path] = useLocation()
  const { isLogin } = useSession()
  const topic = topics[path] ?? 'page'
  const Icon = icons[topic]
  const [title, text] = words[topic]
  return (
    <div className="flex min-h-[60vh] items-center">
      <EmptyState
        wholePage
        icon={<Icon aria-hidden />}
        title={t(title)}
        text={t(text)}
        action={
          <>
            {topic === 'google' ? (
              <Link href="/pass/login" className={buttonClass('primary')}>
                {t('shell.signIn')}
              </Link>
            ) : (
              <Link href="/market" className={buttonClass('primary')}>
                {t('shell.notYet.market')}
              </Link>
            )}
            <Link href={isLogin ? '/profile' : '/'} className={buttonClass('secondary')}>
              {t(isLogin ? 'shell.notYet.account' : 'shell.notYet.home')}
            </Link>
          </>
        }
      />
    </div>
  )
}
