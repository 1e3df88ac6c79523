import type { ComponentType } from 'react'

export type PageModule = { default: ComponentType }
export type PageLoader = () => Promise<PageModule>

// Where a first visit begins. What each of the other pages is made of is a list of its own, which comes with the first of them.
const first = import.meta.glob<PageModule>(['../home/home-page.tsx', '../markets/*-page.tsx'])

/** A room's page: a room adds `<room>/<page>-page.tsx` with a default export. */
const room = (file: string): PageLoader =>
  first[`../${file}-page.tsx`] ?? (() => import('./later-pages.ts').then(({ laterPage }) => laterPage(file)))

/** What is loaded for each route: the specification's table (§2) and those our own pages add. */
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
} as const satisfies Record<string, PageLoader>

export type PagePath = keyof typeof pageLoaders

/** Asks for the page of an address before anything is drawn, so that it comes beside the shell and not after it. */
export function loadPageEarly(path: string): void {
  const known = path in pageLoaders ? pageLoaders[path as PagePath] : undefined
  // If it does not arrive, the page itself asks again and says so.
  known?.().catch(() => undefined)
}
