import { type LanguageCode, languages, numbersTag } from '@candor/texts/languages.ts'
import { textParts } from '@candor/texts/text-parts.ts'
import { readForThisVisit, readStored } from '../session/browser-storage.ts'
import { demoGrantText } from '../session/demo-grant-text.ts'
import { firstLanguage } from '../session/language/first-language.ts'
import { dressPage, preferencesNow } from '../session/preferences.ts'
import { layoutFor, narrowWindow } from '../shell/layout.ts'
import { textsOf } from '../shell/page-paths.ts'
import { pathNow } from '../shell/place.ts'
import { drawPage } from './drawings.ts'
import type { FirstParts } from './parts.ts'
import { amountPlace, type FirstWords } from './words.ts'

// Part of index.html itself (ADR-056): it sets up the page, draws all that can be drawn at once, and then requests the parts
// of this visit in parallel.

declare const __firstParts__: FirstParts
declare const __firstWords__: Readonly<Record<LanguageCode, FirstWords>>

const root = document.documentElement
const language = firstLanguage()
const layout = layoutFor(preferencesNow().layout, navigator.userAgent, narrowWindow.matches())
const path = pathNow()

function addToHead(name: 'link' | 'script', attributes: Readonly<Record<string, string>>): void {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries({ crossorigin: '', ...attributes }))
    element.setAttribute(key, value)
  document.head.append(element)
}

function preloadParts(): void {
  const { entry, sheet, font, files, shell, pages, frames, words } = __firstParts__
  const upTo = textParts.indexOf(textsOf(path)) + 1
  const own = [...frames[layout], ...words[language].slice(0, upTo).flat(), ...(pages[path] ?? [])]
  addToHead('script', { type: 'module', src: entry })
  // The page carries its styles. The program looks for their file before it fetches it again; one switched off is not fetched.
  addToHead('link', { disabled: '', rel: 'stylesheet', href: sheet })
  for (const at of new Set([...shell, ...own]))
    addToHead('link', { rel: 'modulepreload', href: `/assets/${files[at]}.js` })
  // The drawing uses a system font; the scripts that bring the texts come first.
  addToHead('link', { rel: 'preload', as: 'font', type: 'font/woff2', fetchpriority: 'low', href: font })
}

/** Writes the balance of a new demo account into the words, as the server put it on the page. */
function withAmount(words: FirstWords): FirstWords {
  const amount = demoGrantText(root.dataset.demoGrant ?? '', numbersTag(language))
  return JSON.parse(JSON.stringify(words).replaceAll(amountPlace, amount)) as FirstWords
}

function draw(place: Element): void {
  const drawing = document.createElement('div')
  drawing.id = 'first-paint'
  drawing.inert = true
  drawing.className = 'absolute inset-x-0 top-0 z-50 h-dvh overflow-hidden bg-ground'
  drawing.innerHTML = drawPage({
    words: withAmount(__firstWords__[language]),
    languageName: languages[language].name,
    layout,
    path,
    signedIn: readStored('isLogin') === 'true' && readStored('token') !== null,
    demo: (readStored('virtualStatus') ?? '1') === '1',
    sandbox: root.dataset.sandbox === 'true',
    boardLeft: readForThisVisit('boardDismissed') === '1',
  })
  place.after(drawing)
}

/** A hidden page does not wait for a paint. */
const oncePainted = (act: () => void): void => {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(act))
  else act()
}

const { tag, direction } = languages[language]
root.lang = tag
root.dir = direction
dressPage(language)
// The body comes after this script.
new MutationObserver((_, observer) => {
  const place = document.getElementById('root')
  if (place === null) return
  observer.disconnect()
  draw(place)
  oncePainted(preloadParts)
}).observe(root, { childList: true, subtree: true })
