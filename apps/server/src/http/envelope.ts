import type { Language } from '@candor/contract'

/** The text of a code in a caller's language; null where a code says nothing to a person. */
export type CodeText = (code: number, language: Language) => string | null

/** Writes the answers of the product: `{ code, result, message }` (calls page, Conventions). */
export interface Envelope {
  success(code: number, result: unknown, language: Language): string
  refusal(code: number, details: unknown, language: Language): string
}

/** Texts are looked up and escaped once a code and language: an answer costs one JSON.stringify of its result. */
export function createEnvelope(codeText: CodeText): Envelope {
  const tails = new Map<string, string>()
  const tailOf = (code: number, language: Language): string => {
    const key = `${code}.${language}`
    let tail = tails.get(key)
    if (tail === undefined) {
      tail = `,"message":${JSON.stringify(codeText(code, language))}}`
      tails.set(key, tail)
    }
    return tail
  }
  const write = (code: number, result: unknown, language: Language) =>
    `{"code":${code},"result":${JSON.stringify(result ?? null)}${tailOf(code, language)}`
  return { success: write, refusal: write }
}
