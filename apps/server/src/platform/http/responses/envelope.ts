import type { Language } from '@candor/contract'
import { refusals } from '@candor/refusals'

/** Returns the text of a code, and of the reason its result names, in a caller's language; null for a code without a message for people. */
export type CodeText = (code: number, language: Language, result: unknown) => string | null

/** Writes the responses of the product: `{ code, result, message }` (calls page, Conventions). */
export interface Envelope {
  success(code: number, result: unknown, language: Language): string
  refusal(code: number, details: unknown, language: Language): string
}

/** Caches the escaped text per code, language, reason and the figure it names, so that a response costs one JSON.stringify of its result. */
export function createEnvelope(codeText: CodeText): Envelope {
  const tails = new Map<string, string>()
  const tailOf = (code: number, language: Language, result: unknown): string => {
    const key = `${code}.${language}.${reasonIn(code, result)}`
    let tail = tails.get(key)
    if (tail === undefined) {
      tail = `,"message":${JSON.stringify(codeText(code, language, result))}}`
      tails.set(key, tail)
    }
    return tail
  }
  const write = (code: number, result: unknown, language: Language) =>
    `{"code":${code},"result":${JSON.stringify(result ?? null)}${tailOf(code, language, result)}`
  return { success: write, refusal: write }
}

const firstRefusal = refusals.identifierMissing
const firstSuccess = 20_001

/** A refusal's reason is one of the few its code has, and its figure a parameter's; what a success holds is neither. */
function reasonIn(code: number, result: unknown): string {
  if (code < firstRefusal || code >= firstSuccess) return ''
  const { reason, mostBytes } = (result ?? {}) as { readonly reason?: unknown; readonly mostBytes?: unknown }
  if (typeof reason !== 'string') return ''
  return typeof mostBytes === 'number' ? `${reason} ${mostBytes}` : reason
}
