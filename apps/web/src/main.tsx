import './shell/page.css'
import { dressPage, preferencesNow } from './session/preferences.ts'
import { firstLanguage, showLanguage } from './session/shown-language.ts'
import { frameLoaders } from './shell/frame-loaders.ts'
import { isNarrow, layoutFor } from './shell/layout.ts'
import { loadPageEarly, textsOf } from './shell/page-loaders.ts'
import { pathNow } from './shell/place.ts'

// This small entry asks for everything the first page needs at once: shell, words and page come beside each other.
const language = firstLanguage()
const path = pathNow()
dressPage(language)
loadPageEarly(path)
// Every other page asks for more than the first calls; who is signed in does so anywhere.
if (path !== '/') void import('./session/call-table.ts').catch(() => undefined)
const frame = frameLoaders[layoutFor(preferencesNow().layout, navigator.userAgent, isNarrow())]()
const words = showLanguage(language, textsOf(path))
const start = import('./shell/start.tsx')
Promise.all([start, words, frame]).then(([{ startApp }]) => startApp())
