declare module 'virtual:texts' {
  import type { LanguageCode } from '@candor/texts/languages.ts'
  import type { Catalog } from '@candor/texts/message.ts'
  import type { TextPart } from '@candor/texts/text-parts.ts'

  /** How each part of each language is loaded. */
  const loaders: Readonly<
    Record<LanguageCode, Readonly<Record<TextPart, () => Promise<{ readonly default: Catalog }>>>>
  >
  export default loaders
}
