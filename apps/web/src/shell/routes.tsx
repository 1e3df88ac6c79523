import type { TextKey } from '@candor/texts/keys.ts'
import type { ComponentType } from 'react'
import { withTexts } from '../session/language/shown-language.ts'
import { inChunkTime } from './chunk-time.ts'
import { type PageLoader, pageLoaders } from './page-loaders.ts'
import { type PagePath, textsOf } from './page-paths.ts'
import { prepared } from './prepared.tsx'

export interface PageRoute {
  readonly path: PagePath
  readonly title: TextKey
  readonly Part: ComponentType
  /** Fetches it. */
  readonly bring: () => Promise<unknown>
  /** Only for signed-in customers: others are sent to the login and come back after it. */
  readonly customersOnly: boolean
  /** Neither tabs nor footer (specification §2, shell). */
  readonly bare: boolean
}

type Option = 'customersOnly' | 'bare'

function route(path: PagePath, title: TextKey, ...options: readonly Option[]): PageRoute {
  const load: PageLoader = pageLoaders[path]
  return {
    path,
    title,
    ...prepared(inChunkTime(withTexts(load, textsOf(path)))),
    customersOnly: options.includes('customersOnly'),
    bare: options.includes('bare'),
  }
}

/** Every route, with its title and who may see it. Anything else goes home (specification §2). */
export const routes: readonly PageRoute[] = [
  route('/', 'shell.nav.home'),
  route('/market', 'shell.nav.market'),
  route('/cruuency', 'shell.nav.market'),
  route('/receipt/:id', 'shell.page.receipt'),
  route('/trading', 'shell.nav.trading'),
  route('/trading/plans/:id', 'shell.nav.trading', 'customersOnly'),
  route('/loan', 'shell.nav.loan'),
  route('/loan/agreement', 'loans.sign.title', 'customersOnly'),
  route('/loan/:id', 'shell.nav.loan', 'customersOnly'),
  route('/loan/:id/agreement', 'loans.sign.title', 'customersOnly'),
  route('/nfts', 'shell.nav.nfts'),
  route('/nfts/mine', 'shell.nav.nfts', 'customersOnly'),
  route('/nfts/charity', 'shell.nav.nfts'),
  route('/nfts/works/:id', 'shell.nav.nfts'),
  route('/profile', 'shell.nav.account'),
  route('/profile/balance', 'shell.page.statement', 'customersOnly'),
  route('/profile/performance', 'orders.stats.title', 'customersOnly'),
  route('/profile/settings', 'shell.page.settings'),
  route('/profile/identity', 'shell.page.identity', 'customersOnly'),
  route('/profile/orders', 'shell.page.orders', 'customersOnly'),
  route('/profile/orders/:id', 'shell.page.orders', 'customersOnly'),
  route('/profile/orders/:id/receipt', 'shell.page.receipt', 'customersOnly'),
  route('/profile/options/:id', 'shell.page.options', 'customersOnly'),
  route('/profile/invite', 'shell.page.invite', 'customersOnly'),
  route('/profile/notification', 'shell.page.notification', 'customersOnly'),
  route('/help', 'shell.page.help'),
  route('/help/faq', 'shell.page.faq'),
  route('/help/notice', 'shell.page.notice'),
  route('/help/fees', 'shell.page.fees'),
  route('/help/support', 'shell.supportHere'),
  route('/pass/register', 'shell.page.register', 'bare'),
  route('/pass/login', 'shell.page.login', 'bare'),
  route('/pass/find', 'shell.page.find'),
  route('/pass/unfreeze', 'signin.unfreeze.title', 'bare'),
  route('/pass/reset', 'shell.page.reset', 'bare'),
  route('/pass/undo', 'signin.undo.title', 'bare'),
  route('/detail', 'shell.page.article'),
  route('/introduction', 'shell.page.introduction'),
  route('/api/loginCallback/google', 'shell.page.google', 'bare'),
  route('/adv/detail', 'shell.page.article'),
  route('/adv/vip', 'shell.page.vip'),
  route('/bank/bind', 'shell.page.bank', 'customersOnly'),
  route('/liabilities', 'shell.page.liabilities'),
  route('/execution', 'shell.page.execution'),
  route('/status', 'shell.page.status'),
]
