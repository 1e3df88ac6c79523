import type { Language } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import { translator } from '@candor/texts/server.ts'

/** Writes the words of a message in the reader's language. */
export const messageText = (
  language: Language,
  key: TextKey,
  values?: Readonly<Record<string, string | number>>,
): string => translator(language)(key, values)
