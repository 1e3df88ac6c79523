import { isLanguageCode } from '@candor/texts/languages.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { chooseOwnLanguage, currentLanguage, followWords } from '../../session/language/shown-language.ts'
import {
  choosePreferences,
  followPreferences,
  movePalettes,
  preferencesNow,
  themes,
} from '../../session/preferences.ts'
import { followSession, sessionNow } from '../../session/session-store.ts'

/** Text, as the account keeps it; the layout is the device's own. */
const chosen = () => {
  const { theme, moves } = preferencesNow()
  return { language: currentLanguage(), theme: theme as string, moves: moves ?? 'usual' }
}

/**
 * Stores language, theme and colours with the account: a choice while signed in is saved there, and a sign-in elsewhere applies it.
 * A browser that is signed in already keeps its own until then.
 */
export function keepPreferences(): void {
  let before = chosen()
  let taking = false
  const keep = () => {
    const { language, ...preferences } = chosen()
    const isNew = language !== before.language
    const differs = preferences.theme !== before.theme || preferences.moves !== before.moves
    before = { language, ...preferences }
    if (taking || !sessionNow().isLogin || !(isNew || differs)) return
    const change = { ...(isNew ? { language } : {}), ...(differs ? { preferences } : {}) }
    // This browser remembers it too; an account that could not be reached gets the next choice.
    callServer('saveSettings', change).catch(() => undefined)
  }
  followPreferences(keep)
  followWords(keep)
  let wasLogin = sessionNow().isLogin
  followSession(() => {
    const { isLogin } = sessionNow()
    const arrived = isLogin && !wasLogin
    wasLogin = isLogin
    if (!arrived) return
    taking = true
    takeOver()
      .catch(() => undefined)
      .finally(() => {
        taking = false
      })
  })
}

/** Applies the account's preferences; one it never stored stays as it is here. */
async function takeOver(): Promise<void> {
  const { language, preferences } = await callServer('settings', {})
  const theme = themes.find((one) => one === preferences.theme)
  const moves = movePalettes.find((one) => one === preferences.moves)
  const isUsual = preferences.moves === 'usual'
  choosePreferences({
    ...(theme === undefined ? {} : { theme }),
    ...(moves === undefined && !isUsual ? {} : { moves: moves ?? null }),
  })
  if (isLanguageCode(language) && language !== currentLanguage()) await chooseOwnLanguage(language)
}
