declare module 'virtual:texts' {
  import type { LanguageCode } from '@candor/texts/languages.ts'
  import type { Catalog } from '@candor/texts/message.ts'
  import type { TextPart } from '@candor/texts/text-parts.ts'

  /** Loader of each part of each language. */
  const loaders: Readonly<
    Record<LanguageCode, Readonly<Record<TextPart, () => Promise<{ readonly default: Catalog }>>>>
  >
  export default loaders
}
