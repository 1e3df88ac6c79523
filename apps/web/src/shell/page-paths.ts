import type { TextPart } from '@candor/texts/text-parts.ts'

/** Every address of the app: the specification's table (§2) and our own pages. The build gives the server the list. */
export const pagePaths = [
  '/',
  '/market',
  '/cruuency',
  '/receipt/:id',
  '/trading',
  '/trading/plans/:id',
  '/loan',
  '/loan/agreement',
  '/loan/:id',
  '/loan/:id/agreement',
  '/nfts',
  '/nfts/mine',
  '/nfts/charity',
  '/nfts/works/:id',
  '/profile',
  '/profile/balance',
  '/profile/performance',
  '/profile/settings',
  '/profile/identity',
  '/profile/orders',
  '/profile/orders/:id',
  '/profile/orders/:id/receipt',
  '/profile/options/:id',
  '/profile/invite',
  '/profile/notification',
  '/help',
  '/help/faq',
  '/help/notice',
  '/help/fees',
  '/help/support',
  '/pass/register',
  '/pass/login',
  '/pass/find',
  '/pass/unfreeze',
  '/pass/reset',
  '/pass/undo',
  '/detail',
  '/introduction',
  '/api/loginCallback/google',
  '/adv/detail',
  '/adv/vip',
  '/bank/bind',
  '/liabilities',
  '/execution',
  '/status',
] as const

export type PagePath = (typeof pagePaths)[number]

const marketPaths: readonly string[] = ['/market', '/cruuency']

/** The words a page waits for. */
export const textsOf = (path: string): TextPart => {
  if (path === '/') return 'first'
  return marketPaths.includes(path) ? 'trade' : 'rest'
}
