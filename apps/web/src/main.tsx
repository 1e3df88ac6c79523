import './shell/page.css'
import { firstLanguage, showLanguage } from './session/language.ts'
import { dressPage } from './session/preferences.ts'

// This small entry asks for everything the first page needs at once; the rest of the shell is on its way beside it.
const language = firstLanguage()
dressPage(language)
const words = showLanguage(language)
const start = import('./shell/start.tsx')
Promise.all([start, words]).then(([{ startApp }]) => startApp())
