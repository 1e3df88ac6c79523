import type { PageModule } from './later-pages.ts'
import type { PagePath } from './page-paths.ts'

export type PageLoader = () => Promise<PageModule>

// The first pages of a visit. The parts of all other pages are in a list of their own, loaded with the first of them.
const first = import.meta.glob<PageModule>([
  '../home/home-page.tsx',
  '../trading/market-page.tsx',
  '../trading/currency-page.tsx',
])

/** Loads a module's page: `<module>/<page>-page.tsx` with a default export. */
const load = (file: string): PageLoader =>
  first[`../${file}-page.tsx`] ?? (() => import('./later-pages.ts').then(({ laterPage }) => laterPage(file)))

/** Loader of each route. */
export const pageLoaders = {
  '/': load('home/home'),
  '/market': load('trading/market'),
  '/cruuency': load('trading/currency'),
  '/receipt/:id': load('receipts/public-receipt'),
  '/trading': load('smart/trading'),
  '/trading/plans/:id': load('smart/plan'),
  '/loan': load('loans/loan'),
  '/loan/agreement': load('loans/agreement'),
  '/loan/:id': load('loans/one-loan'),
  '/loan/:id/agreement': load('loans/signed-agreement'),
  '/nfts': load('nft/nfts'),
  '/nfts/mine': load('nft/nfts'),
  '/nfts/charity': load('nft/nfts'),
  '/nfts/works/:id': load('nft/nfts'),
  '/profile': load('accounts/profile'),
  '/profile/balance': load('funding/balance'),
  '/profile/performance': load('accounts/performance'),
  '/profile/settings': load('accounts/settings'),
  '/profile/identity': load('kyc/identity'),
  '/profile/orders': load('trading/orders'),
  '/profile/orders/:id': load('orders/order'),
  '/profile/orders/:id/receipt': load('receipts/receipt'),
  '/profile/options/:id': load('options/option'),
  '/profile/invite': load('invites/invite'),
  '/profile/notification': load('notifications/notification'),
  '/help': load('help/help'),
  '/help/faq': load('help/faq'),
  '/help/notice': load('content/notice'),
  '/help/fees': load('help/fees'),
  '/help/support': load('support/support'),
  '/pass/register': load('accounts/register'),
  '/pass/login': load('accounts/login'),
  '/pass/find': load('accounts/find'),
  '/pass/unfreeze': load('accounts/unfreeze'),
  '/pass/reset': load('accounts/reset'),
  '/pass/undo': load('accounts/undo'),
  '/detail': load('content/article'),
  '/introduction': load('help/introduction'),
  '/api/loginCallback/google': load('accounts/google'),
  '/adv/detail': load('content/article'),
  '/adv/vip': load('content/vip'),
  '/bank/bind': load('funding/bank'),
  '/liabilities': load('trust/liabilities'),
  '/execution': load('trust/execution'),
  '/status': load('trust/status'),
} as const satisfies Record<PagePath, PageLoader>

/** Loads the page of an address before anything is drawn, in parallel with the shell. */
export function loadPageEarly(path: string): void {
  const known = path in pageLoaders ? pageLoaders[path as PagePath] : undefined
  // If it fails, the page itself tries again and shows the error.
  known?.().catch(() => undefined)
}
