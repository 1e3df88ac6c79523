import type { TextKey } from '@candor/texts/keys.ts'
import { type ComponentType, lazy } from 'react'

import { wantRestOfTexts } from '../session/language.ts'

type PageModule = { default: ComponentType }
type Loader = () => Promise<PageModule>

export interface PageRoute {
  readonly path: string
  readonly title: TextKey
  readonly load: Loader
  readonly Page: ComponentType
  /** Only for signed-in customers: others are sent to the login and come back after it. */
  readonly customersOnly: boolean
  /** Neither tabs nor footer (specification §2, shell). */
  readonly bare: boolean
}

interface RouteOptions {
  readonly customersOnly?: true
  readonly bare?: true
}

function route(path: string, title: TextKey, load: Loader, options: RouteOptions = {}): PageRoute {
  const { customersOnly = false, bare = false } = options
  const ready: Loader =
    path === '/' ? load : () => Promise.all([load(), wantRestOfTexts()]).then(([page]) => page)
  return { path, title, load: ready, Page: lazy(ready), customersOnly, bare }
}

// The rooms' pages by their file: a room adds `<room>/<page>-page.tsx` with a default export.
const rooms = import.meta.glob<PageModule>('../{home,markets,receipts,orders}/*-page.tsx')
const notYet: Loader = () => import('./not-yet-page.tsx')
const room = (file: string): Loader => rooms[`../${file}-page.tsx`] ?? notYet

/** Every route of the specification's table (§2), and those our own pages add. Anything else goes home. */
export const routes: readonly PageRoute[] = [
  route('/', 'shell.nav.home', room('home/home')),
  route('/market', 'shell.nav.market', room('markets/market')),
  route('/cruuency', 'shell.nav.market', room('markets/currency')),
  route('/orders/:id/receipt', 'shell.page.receipt', room('receipts/receipt'), { customersOnly: true }),
  route('/receipt/:id', 'shell.page.receipt', room('receipts/public-receipt')),
  route('/trading', 'shell.nav.trading', notYet),
  route('/loan', 'shell.nav.loan', notYet),
  route('/nfts', 'shell.nav.nfts', notYet),
  route('/profile', 'shell.nav.account', () => import('../accounts/profile-page.tsx')),
  route('/profile/balance', 'shell.page.statement', () => import('../accounts/statement-page.tsx'), {
    customersOnly: true,
  }),
  route('/profile/settings', 'shell.page.settings', () => import('../accounts/settings-page.tsx')),
  route('/profile/invite', 'shell.page.invite', notYet, { customersOnly: true }),
  route('/profile/notification', 'shell.page.notification', notYet, { customersOnly: true }),
  route('/help', 'shell.page.help', () => import('../help/help-page.tsx')),
  route('/help/faq', 'shell.page.faq', () => import('../help/faq-page.tsx')),
  route('/help/notice', 'shell.page.notice', notYet),
  route('/pass/register', 'shell.page.register', () => import('../accounts/register-page.tsx'), {
    bare: true,
  }),
  route('/pass/login', 'shell.page.login', () => import('../accounts/login-page.tsx'), { bare: true }),
  route('/pass/find', 'shell.page.find', () => import('../accounts/find-page.tsx')),
  route('/pass/reset', 'shell.page.reset', () => import('../accounts/reset-page.tsx'), { bare: true }),
  route('/detail', 'shell.page.article', notYet),
  route('/introduction', 'shell.page.introduction', () => import('../help/introduction-page.tsx')),
  route('/api/loginCallback/google', 'shell.page.google', notYet, { bare: true }),
  route('/adv/detail', 'shell.page.article', notYet),
  route('/adv/vip', 'shell.page.vip', notYet),
  route('/bank/bind', 'shell.page.bank', notYet, { customersOnly: true }),
]
