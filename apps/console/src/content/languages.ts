import type { ArticleInHand, Language } from '@candor/contract'

/** The ten languages, in the order of the lists. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese, simplified',
  hk: 'Chinese, traditional',
  ar: 'Arabic',
}
export const languageOrder = Object.keys(languageNames) as readonly Language[]

export const types: Readonly<Record<ArticleInHand['type'], string>> = {
  1: 'Company',
  2: 'Policies',
  3: 'Other',
  4: 'Promotions',
}
export const sections: Readonly<Record<ArticleInHand['section'], string>> = {
  page: 'page',
  faq: 'question',
  notice: 'notice',
}

export type Standing = 'missing' | 'outdated' | 'current'

/** State of an article's language, compared with the English text. */
export function standingOf({ newest, missing }: ArticleInHand, language: Language): Standing {
  if (missing.includes(language)) return 'missing'
  return newest.some((one) => one.language === language && one.behind) ? 'outdated' : 'current'
}
