import type { LanguageCode } from '@candor/texts/languages.ts'
import type { Layout } from '../shell/layout.ts'

/** The program files that a visit needs, as indexes into one list. */
export interface FirstParts {
  /** Full addresses of the files that load first: the entry script, the style sheet and the font. */
  readonly entry: string
  readonly sheet: string
  readonly font: string
  /** Files for every visit. */
  readonly shell: readonly number[]
  /** Names below `/assets`, without their extension. */
  readonly files: readonly string[]
  readonly pages: Readonly<Record<string, readonly number[]>>
  readonly frames: Readonly<Record<Layout, readonly number[]>>
  /** For each language, the files of each part of its texts. */
  readonly words: Readonly<Record<LanguageCode, readonly (readonly number[])[]>>
}
