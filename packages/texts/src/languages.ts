/** The ten languages of the specification (§3), in its order, and what a page must know of each. */
export const languageCodes = ['en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh'] as const
export type LanguageCode = (typeof languageCodes)[number]

export interface LanguageInfo {
  /** Its own name, as its readers write it. */
  readonly name: string
  /** BCP 47: for `Intl` and the page's `lang`. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

export const languages: Readonly<Record<LanguageCode, LanguageInfo>> = {
  en: { name: 'English', tag: 'en', direction: 'ltr' },
  ja: { name: '日本語', tag: 'ja', direction: 'ltr' },
  ko: { name: '한국어', tag: 'ko', direction: 'ltr' },
  de: { name: 'Deutsch', tag: 'de', direction: 'ltr' },
  fr: { name: 'Français', tag: 'fr', direction: 'ltr' },
  it: { name: 'Italiano', tag: 'it', direction: 'ltr' },
  es: { name: 'Español', tag: 'es', direction: 'ltr' },
  ar: { name: 'العربية', tag: 'ar', direction: 'rtl' },
  hk: { name: '繁體中文', tag: 'zh-Hant-HK', direction: 'ltr' },
  zh: { name: '简体中文', tag: 'zh-Hans-CN', direction: 'ltr' },
}

/** BCP 47 tag in which a language writes figures: in Latin digits in Arabic too (docs/adr/ADR-042). */
export const numbersTag = (language: LanguageCode): string =>
  language === 'ar' ? `${languages.ar.tag}-u-nu-latn` : languages[language].tag

export const isLanguageCode = (text: unknown): text is LanguageCode =>
  (languageCodes as readonly unknown[]).includes(text)

/** Traditional script is the default in these regions unless the tag names a script. */
const isTraditional = (tag: string): boolean =>
  /hant/i.test(tag) || (/-(hk|tw|mo)\b/i.test(tag) && !/hans/i.test(tag))

/**
 * The first of a reader's wishes (`navigator.languages`, best first) that is one of the ten, else the
 * specification's default, English (§9; ADR-041).
 */
export function chooseLanguage(wishes: readonly string[]): LanguageCode {
  for (const wish of wishes) {
    const found = languageOf(wish)
    if (found !== null) return found
  }
  return 'en'
}

function languageOf(wish: string): LanguageCode | null {
  const base = wish.toLowerCase().split(/[-_]/)[0]
  if (base === 'yue') return /hans/i.test(wish) ? 'zh' : 'hk'
  if (base === 'zh') return isTraditional(wish) ? 'hk' : 'zh'
  return isLanguageCode(base) && base !== 'hk' ? base : null
}
