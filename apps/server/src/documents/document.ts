import type { LanguageCode } from '@candor/texts/languages.ts'

/** A document in one language, from top to bottom. All words come from the caller, already in that language. */
export interface PrintedDocument {
  readonly language: LanguageCode
  /** Title in the file's properties. */
  readonly title: string
  /** The time it was made, epoch ms: the same document made at the same moment is the same file. */
  readonly madeAt: number
  /** Below every page, with its number. */
  readonly footer: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly do: 'title' | 'heading' | 'text' | 'note'; readonly text: string }
  /** Names with their values, a line each. */
  | { readonly do: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | {
      readonly do: 'table'
      readonly columns: readonly TableColumn[]
      /** A text for every column. */
      readonly rows: readonly (readonly string[])[]
    }
  /** A PNG or JPEG, with a line below it. */
  | { readonly do: 'picture'; readonly image: Uint8Array; readonly width: number; readonly height: number }
  | { readonly do: 'space' }

export interface TableColumn {
  readonly title: string
  /** Its part of the width, in relation to the others. */
  readonly share: number
  /** Aligns numbers at the end of their cell: right, or left in a right-to-left document. */
  readonly end?: boolean
}

export type Weight = 'regular' | 'bold'
