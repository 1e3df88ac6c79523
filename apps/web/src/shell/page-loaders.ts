import type { PageModule } from './later-pages.ts'
import type { PagePath } from './page-paths.ts'

export type PageLoader = () => Promise<PageModule>

// The first pages of a visit. The parts of all other pages are in a list of their own, loaded with the first of them.
const first = import.meta.glob<PageModule>(['../home/home-page.tsx', '../markets/*-page.tsx'])

/** Loads a module's page: `<module>/<page>-page.tsx` with a default export. */
const room = (file: string): PageLoader =>
  first[`../${file}-page.tsx`] ?? (() => import('./later-pages.ts').then(({ laterPage }) => laterPage(file)))

/** Loader of each route. */
export const pageLoaders = {
  '/': room('home/home'),
  '/market': room('markets/market'),
  '/cruuency': room('markets/currency'),
  '/receipt/:id': room('receipts/public-receipt'),
  '/trading': room('smart/trading'),
  '/trading/plans/:id': room('smart/plan'),
  '/loan': room('loans/loan'),
  '/loan/:id': room('loans/one-loan'),
  '/nfts': room('nft/nfts'),
  '/nfts/mine': room('nft/nfts'),
  '/nfts/charity': room('nft/nfts'),
  '/nfts/works/:id': room('nft/nfts'),
  '/profile': room('accounts/profile'),
  '/profile/balance': room('funding/balance'),
  '/profile/settings': room('accounts/settings'),
  '/profile/identity': room('kyc/identity'),
  '/profile/orders': room('orders/orders'),
  '/profile/orders/:id': room('orders/order'),
  '/profile/orders/:id/receipt': room('receipts/receipt'),
  '/profile/options/:id': room('options/option'),
  '/profile/invite': room('invites/invite'),
  '/profile/notification': room('notifications/notification'),
  '/help': room('help/help'),
  '/help/faq': room('help/faq'),
  '/help/notice': room('content/notice'),
  '/help/fees': room('help/fees'),
  '/help/support': room('support/support'),
  '/pass/register': room('accounts/register'),
  '/pass/login': room('accounts/login'),
  '/pass/find': room('accounts/find'),
  '/pass/unfreeze': room('accounts/unfreeze'),
  '/pass/reset': room('accounts/reset'),
  '/pass/undo': room('accounts/undo'),
  '/detail': room('content/article'),
  '/introduction': room('help/introduction'),
  '/api/loginCallback/google': room('accounts/google'),
  '/adv/detail': room('content/article'),
  '/adv/vip': room('content/vip'),
  '/bank/bind': room('funding/bank'),
  '/liabilities': room('trust/liabilities'),
  '/status': room('trust/status'),
} as const satisfies Record<PagePath, PageLoader>

/** Loads the page of an address before anything is drawn, in parallel with the shell. */
export function loadPageEarly(path: string): void {
  const known = path in pageLoaders ? pageLoaders[path as PagePath] : undefined
  // If it fails, the page itself tries again and shows the error.
  known?.().catch(() => undefined)
}
