import type { ShownSection } from '@candor/contract'
import { Refusal } from '../../platform/http/refusal.ts'

/** Shows the second person the refusals of a proposal before they approve it; empty when `judged` refuses nothing. */
export async function approvalObstacles(judged: Promise<unknown>): Promise<ShownSection[]> {
  try {
    await judged
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const rows = [{ label: 'Refused', value: JSON.stringify(error.details), tone: 'bad' as const }]
    return [{ title: 'Cannot be approved now', rows, images: [] }]
  }
}
