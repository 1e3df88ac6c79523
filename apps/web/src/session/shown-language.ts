import { chooseLanguage, isLanguageCode, type LanguageCode, languages } from '@candor/texts/languages.ts'
import type { Catalog } from '@candor/texts/message.ts'
import { type Translate, translateFrom } from '@candor/texts/translate.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { createStore } from './store.ts'

type Loader = () => Promise<{ default: Catalog }>

const firstTexts: Readonly<Record<LanguageCode, Loader>> = {
  en: () => import('virtual:texts/en/first'),
  ja: () => import('virtual:texts/ja/first'),
  ko: () => import('virtual:texts/ko/first'),
  de: () => import('virtual:texts/de/first'),
  fr: () => import('virtual:texts/fr/first'),
  it: () => import('virtual:texts/it/first'),
  es: () => import('virtual:texts/es/first'),
  ar: () => import('virtual:texts/ar/first'),
  hk: () => import('virtual:texts/hk/first'),
  zh: () => import('virtual:texts/zh/first'),
}

const restTexts: Readonly<Record<LanguageCode, Loader>> = {
  en: () => import('virtual:texts/en/rest'),
  ja: () => import('virtual:texts/ja/rest'),
  ko: () => import('virtual:texts/ko/rest'),
  de: () => import('virtual:texts/de/rest'),
  fr: () => import('virtual:texts/fr/rest'),
  it: () => import('virtual:texts/it/rest'),
  es: () => import('virtual:texts/es/rest'),
  ar: () => import('virtual:texts/ar/rest'),
  hk: () => import('virtual:texts/hk/rest'),
  zh: () => import('virtual:texts/zh/rest'),
}

/** The scripts that Inter does not draw; each comes only for its own readers. */
const scripts: Partial<Record<LanguageCode, () => Promise<unknown>>> = {
  ja: () => import('../shell/fonts/ja.css'),
  ko: () => import('../shell/fonts/ko.css'),
  ar: () => import('../shell/fonts/ar.css'),
  hk: () => import('../shell/fonts/hk.css'),
  zh: () => import('../shell/fonts/zh.css'),
}

export interface Words {
  readonly language: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  /** For `Intl`. Arabic keeps Latin digits, as charts, hashes and inputs do (decision 0042). */
  readonly tag: string
  readonly t: Translate
  readonly catalog: Catalog
}

const store = createStore<Words | null>(null)

/** The language of this visit: the remembered one, else the first of the browser's that is among the ten. */
export function firstLanguage(): LanguageCode {
  const remembered = readStored('language')
  return isLanguageCode(remembered) ? remembered : chooseLanguage(navigator.languages)
}

export const currentLanguage = (): LanguageCode => store.get()?.language ?? 'en'

/** Which part of the texts is shown; once the whole was needed, every language comes whole. */
let part: 'first' | 'whole' = 'first'
let restAsked: Promise<void> | null = null

/** Loads a language and shows it. The page keeps the old one until the new one is here. */
export async function showLanguage(language: LanguageCode, wanted: 'first' | 'whole' = part): Promise<void> {
  const [first, rest] = await Promise.all([
    firstTexts[language](),
    wanted === 'whole' ? restTexts[language]() : null,
    scripts[language]?.(),
  ])
  part = wanted
  if (wanted === 'whole') restAsked = Promise.resolve()
  put(language, { ...first.default, ...rest?.default })
}

function put(language: LanguageCode, catalog: Catalog): void {
  const { tag, direction } = languages[language]
  document.documentElement.lang = tag
  document.documentElement.dir = direction
  const numbers = language === 'ar' ? `${tag}-u-nu-latn` : tag
  store.set({ language, direction, tag: numbers, catalog, t: translateFrom(language, catalog) })
}

/** The words of every page but the first one; asked for once, then part of every language shown. */
export function wantRestOfTexts(): Promise<void> {
  part = 'whole'
  restAsked ??= addRest().catch((error: unknown) => {
    restAsked = null
    throw error
  })
  return restAsked
}

async function addRest(): Promise<void> {
  const language = currentLanguage()
  const rest = await restTexts[language]()
  const words = store.get()
  // Another language was chosen meanwhile: it came with everything.
  if (words === null || words.language !== language) return
  put(language, { ...words.catalog, ...rest.default })
}

/** A reader's own choice: shown, and remembered for the next visit. */
export async function chooseOwnLanguage(language: LanguageCode): Promise<void> {
  await showLanguage(language)
  writeStored('language', language)
}

export const wordsNow = store.get
export const followWords = store.subscribe
