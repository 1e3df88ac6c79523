import type { Language, RefusalCode, SuccessCode } from '@candor/contract'

/** The text of a code in a caller's language. */
export type CodeText = (code: RefusalCode | SuccessCode | 401, language: Language) => string

/** Writes the answers of the product: `{ code, result, message }` (calls page, Conventions). */
export interface Envelope {
  success(code: SuccessCode, result: unknown, language: Language): string
  refusal(code: number, details: unknown, language: Language): string
}

/** Texts are looked up and escaped once a code and language: an answer costs one JSON.stringify of its result. */
export function createEnvelope(codeText: CodeText): Envelope {
  const tails = new Map<string, string>()
  const tailOf = (code: number, language: Language): string => {
    const key = `${code}.${language}`
    let tail = tails.get(key)
    if (tail === undefined) {
      tail = `,"message":${JSON.stringify(codeText(code as RefusalCode, language))}}`
      tails.set(key, tail)
    }
    return tail
  }
  const write = (code: number, result: unknown, language: Language) =>
    `{"code":${code},"result":${JSON.stringify(result ?? null)}${tailOf(code, language)}`
  return { success: write, refusal: write }
}
