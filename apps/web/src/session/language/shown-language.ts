import loadTexts from 'virtual:texts'
import { type LanguageCode, languages, numbersTag } from '@candor/texts/languages.ts'
import type { Catalog } from '@candor/texts/message.ts'
import { type TextPart, textParts } from '@candor/texts/text-parts.ts'
import { type Translate, translateFrom } from '@candor/texts/translate.ts'
import { writeStored } from '../browser-storage.ts'
import { createStore } from '../store.ts'

/** The scripts that Inter does not include; each is loaded only for its readers. */
const scripts: Partial<Record<LanguageCode, () => Promise<unknown>>> = {
  ja: () => import('../../shell/fonts/ja.css'),
  ko: () => import('../../shell/fonts/ko.css'),
  ar: () => import('../../shell/fonts/ar.css'),
  hk: () => import('../../shell/fonts/hk.css'),
  zh: () => import('../../shell/fonts/zh.css'),
}

export interface Words {
  readonly language: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  /** For `Intl`. Arabic keeps Latin digits, as charts, hashes and inputs do (ADR-042). */
  readonly tag: string
  readonly t: Translate
  readonly catalog: Catalog
}

const store = createStore<Words | null>(null)

export const currentLanguage = (): LanguageCode => store.get()?.language ?? 'en'

/** The language requested last; the page keeps the old one until it has loaded. */
let chosen: LanguageCode = 'en'
/** Number of text parts that the page needs, in any language, and number loaded in the current one. */
let wanted = 1
let shown = 0

/** Loads a language, with every part needed so far, and shows it. */
export async function showLanguage(language: LanguageCode, upTo: TextPart = 'first'): Promise<void> {
  chosen = language
  try {
    await wantTexts(upTo)
  } catch (error) {
    chosen = currentLanguage()
    throw error
  }
}

/** Waits until the current language has its texts up to this part; languages chosen later include it. */
export function wantTexts(upTo: TextPart): Promise<void> {
  wanted = Math.max(wanted, textParts.indexOf(upTo) + 1)
  return bringWanted()
}

/** Loads a later part of a page with its texts: `lazy(withTexts(() => import('./dialog.tsx')))`. */
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
  // Another language was chosen meanwhile: wait for its texts instead.
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
  store.set({ language, direction, tag: numbersTag(language), catalog, t: translateFrom(language, catalog) })
}

/** Shows the language a reader chose, and stores it for the next visit. */
export async function chooseOwnLanguage(language: LanguageCode): Promise<void> {
  await showLanguage(language)
  writeStored('language', language)
}

export const wordsNow = store.get
export const followWords = store.subscribe
