import type { ShownSection } from '@candor/contract'
import { codeText } from '@candor/texts/code-text.ts'
import { translator } from '@candor/texts/server.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** Shows the second person the refusals of a proposal before they approve it; empty when `judged` refuses nothing. */
export async function approvalObstacles(judged: Promise<unknown>): Promise<ShownSection[]> {
  try {
    await judged
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const rows = [{ label: 'Reason', value: reasonOf(error), tone: 'bad' as const }]
    return [{ title: 'Cannot be approved now', rows, images: [] }]
  }
}

const english = translator('en')

/** The fields that were refused, each with its code; without any, the catalogue's text. */
function reasonOf({ code, details, message }: Refusal): string {
  const issues = (details?.issues ?? []) as readonly { readonly path: string; readonly code: string }[]
  if (issues.length > 0) return issues.map((issue) => `${issue.path}: ${issue.code}`).join('; ')
  return codeText(english, code, details) ?? message
}
