import type { Translate } from '@candor/texts/translate.ts'
import { useSyncExternalStore } from 'react'
import { followWords, type Words, wordsNow } from './shown-language.ts'

export { chooseOwnLanguage, type Words } from './shown-language.ts'

/** The current language, for components. The other language module is free of React, so that the entry stays small. */
export function useWords(): Words {
  const words = useSyncExternalStore(followWords, wordsNow)
  if (words === null) throw new Error('the page is drawn before its language is loaded')
  return words
}

/** The texts alone, for most components. */
export const useT = (): Translate => useWords().t
