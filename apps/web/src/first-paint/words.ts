import type { TextKey } from '@candor/texts/keys.ts'
import type { Translate } from '@candor/texts/translate.ts'

const plain = {
  brand: 'shell.brand',
  sandbox: 'shell.sandbox',
  signIn: 'shell.signIn',
  boardTitle: 'shell.board.title',
  boardText: 'shell.board.text',
  boardSkip: 'shell.board.skip',
  boardContinue: 'shell.board.continue',
  headline: 'home.headline',
  openDemo: 'home.openDemo',
  goToMarket: 'home.goToMarket',
  risk: 'home.risk',
  search: 'markets.list.search',
  registerTitle: 'accounts.register.title',
  registerLead: 'accounts.register.lead',
  loginTitle: 'accounts.login.title',
  loginLead: 'accounts.login.lead',
} as const satisfies Record<string, TextKey>

const tabs = [
  'shell.tabs.home',
  'shell.tabs.market',
  'shell.tabs.trading',
  'shell.tabs.nfts',
  'shell.tabs.account',
] as const satisfies TextKey[]

/** Words of the first painting in one language, escaped for markup. */
export type FirstWords = Readonly<Record<keyof typeof plain | 'lead', string>> & {
  readonly tabs: readonly string[]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Place of the demo account's first balance in the words: it is known only when the page is sent. */
export const amountPlace = '{amount}'

/** Runs during the build: the page carries these words in all ten languages, because the language is known only in the browser. */
export function firstWords(t: Translate, figures: { readonly limit: string }): FirstWords {
  const amount = amountPlace
  const own = Object.entries(plain).map(([name, key]) => [name, escaped(t(key, { amount }))])
  return {
    ...(Object.fromEntries(own) as Record<keyof typeof plain, string>),
    lead: escaped(t('home.lead', { ...figures, amount })),
    tabs: tabs.map((key) => escaped(t(key))),
  }
}
