import loadTexts from 'virtual:texts'
import { type LanguageCode, languages } from '@candor/texts/languages.ts'
import type { Catalog } from '@candor/texts/message.ts'
import { type TextPart, textParts } from '@candor/texts/text-parts.ts'
import { type Translate, translateFrom } from '@candor/texts/translate.ts'
import { writeStored } from './browser-storage.ts'
import { createStore } from './store.ts'

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

export const currentLanguage = (): LanguageCode => store.get()?.language ?? 'en'

/** The language last asked for; the page keeps the old one until this one is here. */
let chosen: LanguageCode = 'en'
/** How many parts of the texts the page wants, whatever the language, and how many of the shown one it has. */
let wanted = 1
let shown = 0

/** Loads a language, with every part wanted so far, and shows it. */
export async function showLanguage(language: LanguageCode, upTo: TextPart = 'first'): Promise<void> {
  chosen = language
  try {
    await wantTexts(upTo)
  } catch (error) {
    chosen = currentLanguage()
    throw error
  }
}

/** Waits until the language shown has the words up to this part; every language shown later comes with them. */
export function wantTexts(upTo: TextPart): Promise<void> {
  wanted = Math.max(wanted, textParts.indexOf(upTo) + 1)
  return bringWanted()
}

/** A part of a page that comes later than its page, with its words: `lazy(withTexts(() => import('./dialog.tsx')))`. */
export const withTexts =
  <Module>(load: () => Promise<Module>, upTo: TextPart = 'rest') =>
  async (): Promise<Module> => {
    const [module] = await Promise.all([load(), wantTexts(upTo)])
    return module
  }

async function bringWanted(): Promise<void> {
  const language = chosen
  const upTo = wanted
  const from = store.get()?.language === language ? shown : 0
  if (from >= upTo) return
  const parts = textParts.slice(from, upTo).map((part) => loadTexts[language][part]())
  const [files] = await Promise.all([Promise.all(parts), scripts[language]?.()])
  // Another language was chosen meanwhile: who waits for words waits for its words.
  if (language !== chosen) return bringWanted()
  const now = store.get()
  const known = now?.language === language ? now.catalog : {}
  shown = now?.language === language ? Math.max(shown, upTo) : upTo
  put(language, Object.assign({}, known, ...files.map((file) => file.default)))
}

function put(language: LanguageCode, catalog: Catalog): void {
  const { tag, direction } = languages[language]
  document.documentElement.lang = tag
  document.documentElement.dir = direction
  const numbers = language === 'ar' ? `${tag}-u-nu-latn` : tag
  store.set({ language, direction, tag: numbers, catalog, t: translateFrom(language, catalog) })
}

/** A reader's own choice: shown, and remembered for the next visit. */
export async function chooseOwnLanguage(language: LanguageCode): Promise<void> {
  await showLanguage(language)
  writeStored('language', language)
}

export const wordsNow = store.get
export const followWords = store.subscribe
