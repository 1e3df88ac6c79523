import type { LanguageCode } from '@candor/texts/languages.ts'
import type { Layout } from '../shell/layout.ts'

/** Which files of the program a visit needs, as places in one list of them. */
export interface FirstParts {
  /** What runs first, the page's own styles, and the letters: whole addresses. */
  readonly entry: string
  readonly sheet: string
  readonly font: string
  /** What every visit needs. */
  readonly shell: readonly number[]
  /** Names below `/assets`, without their ending. */
  readonly files: readonly string[]
  readonly pages: Readonly<Record<string, readonly number[]>>
  readonly frames: Readonly<Record<Layout, readonly number[]>>
  /** Of each language, what each part of its texts is made of. */
  readonly words: Readonly<Record<LanguageCode, readonly (readonly number[])[]>>
}
