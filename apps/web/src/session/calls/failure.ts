import * as refusals from '@candor/refusals/codes.ts'
import { codeText } from '@candor/texts/code-text.ts'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Translate } from '@candor/texts/translate.ts'

/** A field the server marked. */
export interface FieldIssue {
  readonly path: string
  readonly code: string
}

/** Reason why a call gave no result: the server's code, or a missing response. */
export class CallFailure extends Error {
  readonly code: number | 'network' | 'timeout'
  readonly result: unknown
  readonly reference: string | null

  constructor(code: number | 'network' | 'timeout', result: unknown = null, reference: string | null = null) {
    super(`call failed: ${code}`)
    this.code = code
    this.result = result
    this.reference = reference
  }

  /** True if the server decided: then the same intent must not be sent again with the same key. */
  get isFinal(): boolean {
    return typeof this.code === 'number' && this.code !== refusals.unexpectedError
  }
}

/** Text of a failure in the reader's language: the catalogue's for its code (specification §7, §8). */
export function failureText(t: Translate, failure: unknown): string {
  // A failure of this device carries its own text.
  if (!(failure instanceof CallFailure)) return t((failure as { key?: TextKey }).key ?? 'codes.11000')
  if (failure.code === 'timeout') return t.maybe('shell.timeout') ?? t('shell.noNetwork')
  if (failure.code === 'network') return t('shell.noNetwork')
  return codeText(t, failure.code, failure.result) ?? t('codes.11000')
}

/** The fields the server marked (code `invalidInput`), if any. */
export function fieldIssues(failure: CallFailure): readonly FieldIssue[] {
  const issues = (failure.result as { issues?: unknown } | null)?.issues
  if (!Array.isArray(issues)) return []
  return issues.map((issue: { path?: unknown; code?: unknown }) => ({
    path: Array.isArray(issue.path) ? issue.path.join('.') : String(issue.path ?? ''),
    code: String(issue.code ?? ''),
  }))
}
