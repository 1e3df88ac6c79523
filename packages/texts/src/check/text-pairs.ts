import type { WrittenTexts } from '../read-catalog.ts'

/** A text of a language and the English one, by the key of both. */
export interface TextPair {
  readonly key: string
  readonly own: string
  readonly english: string
}

/** Pairs the texts of a language with the English ones; what only one of the two has is a fault of its own. */
export function textPairs(texts: WrittenTexts, english: WrittenTexts): readonly TextPair[] {
  return Object.entries(english).flatMap(([file, messages]) =>
    Object.entries(messages).flatMap(([name, original]) => {
      const own = texts[file]?.[name]
      return own === undefined ? [] : [{ key: `${file}.${name}`, own, english: original }]
    }),
  )
}
