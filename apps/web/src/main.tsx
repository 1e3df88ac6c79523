import './shell/page.css'
import { sendEarly } from './session/calls/early-responses.ts'
import { firstLanguage } from './session/language/first-language.ts'
import { showLanguage } from './session/language/shown-language.ts'
import { dressPage, preferencesNow } from './session/preferences.ts'
import { frameLoaders } from './shell/frame/frame-loaders.ts'
import { layoutFor, narrowWindow } from './shell/layout.ts'
import { loadPageEarly } from './shell/page-loaders.ts'
import { textsOf } from './shell/page-paths.ts'
import { pathNow } from './shell/place.ts'

// This small entry requests everything the first page needs at once: shell, texts and page load in parallel.
const language = firstLanguage()
const path = pathNow()
dressPage(language)
loadPageEarly(path)
sendEarly(path, language)
// Every other page makes more than the first calls, as any page does for a signed-in customer.
if (path !== '/') void import('./session/calls/call-table.ts').catch(() => undefined)
const layout = layoutFor(preferencesNow().layout, navigator.userAgent, narrowWindow.matches())
// If it does not arrive, the app asks again.
frameLoaders[layout]().catch(() => undefined)
const words = showLanguage(language, textsOf(path))
const start = import('./shell/start.tsx')
Promise.all([start, words]).then(([{ startApp }]) => startApp(path, layout))
