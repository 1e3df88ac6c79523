import { decideTags, mostTags, mostTagsOfOrder } from '@candor/rules/orders/tags/order-tags.ts'
import { longestTag, normalizeTag, tagIssue } from '@candor/rules/tag.ts'
import type { TextKey } from '@candor/texts/keys.ts'
import { CallFailure, fieldIssues } from '../../session/calls/failure.ts'

/** Reason why a tag cannot be added, as a text with a number. */
export interface TagProblem {
  readonly key: TextKey
  readonly count: number
}

const problem = (key: TextKey, count = 0): TagProblem => ({ key, count })

/** Commas of the languages end a tag like Enter: none can be part of one. */
const separators = /[,，、،;；\n]/u

/** Splits what was typed or pasted into tags; empty ones are left out. */
export const typedTags = (text: string): string[] =>
  text
    .split(separators)
    .map(normalizeTag)
    .filter((tag) => tag !== '')

export type AddedTags =
  | { readonly tags: readonly string[]; readonly problem: null }
  | { readonly tags: null; readonly problem: TagProblem }

/** Adds typed tags to those of an order, by the rule of the server. `used` are the tags of the account. */
export function addTags(typed: string, tags: readonly string[], used: readonly string[]): AddedTags {
  const fresh = typedTags(typed)
  const reason = fresh.length === 0 ? problem('orders.tags.missing') : reasonOf(fresh)
  if (reason !== null) return { tags: null, problem: reason }
  const others = used.filter((tag) => !tags.includes(tag))
  const decision = decideTags([...tags, ...fresh], [...others])
  if (decision.ok) return { tags: decision.value, problem: null }
  const isOfOrder = decision.details?.most === mostTagsOfOrder
  return { tags: null, problem: isOfOrder ? tooManyOfOrder : tooManyOfAccount }
}

const tooManyOfOrder = problem('orders.tags.tooMany', mostTagsOfOrder)
const tooManyOfAccount = problem('orders.tags.tooManyOfAccount', mostTags)

function reasonOf(tags: readonly string[]): TagProblem | null {
  const issue = tags.map(tagIssue).find((found) => found !== null)
  if (issue === undefined) return null
  return issue === 'too_big'
    ? problem('orders.tags.tooLong', longestTag)
    : problem(issue === 'too_small' ? 'orders.tags.missing' : 'orders.tags.invalid')
}

/** Finds what the server refused about the tags; null: something else. */
export function refusedTags(failure: unknown): TagProblem | null {
  if (!(failure instanceof CallFailure)) return null
  const issue = fieldIssues(failure).find(({ path }) => path.split('.')[0] === 'tags')
  if (issue === undefined) return null
  if (issue.code === 'too_big') return problem('orders.tags.tooLong', longestTag)
  if (issue.code !== 'too_many') return problem('orders.tags.invalid')
  return (failure.result as { most?: unknown }).most === mostTags ? tooManyOfAccount : tooManyOfOrder
}
