import { accept, type Decision, refuse } from '../../decision.ts'
import { normalizeTag, tagIssue } from '../../tag.ts'

/** Maximum number of tags on one order. */
export const mostTagsOfOrder = 5
/** Maximum number of different tags in one account. */
export const mostTags = 50
const compared = (tag: string): string => tag.toLowerCase()

/**
 * Decides the tags of one order. A tag that another order of the account has, in capitals or not, is spelled as there. `others` are
 * the different tags of the account's other orders. Refuses with `invalidInput`.
 */
export function decideTags(
  requested: readonly string[],
  others: readonly string[],
): Decision<readonly string[]> {
  const tags = requested.map(normalizeTag)
  const issues = tags.flatMap((tag, at) => {
    const code = tagIssue(tag)
    return code === null ? [] : [{ path: `tags.${at}`, code }]
  })
  if (issues.length > 0) return refuse('invalidInput', { issues })
  const spelling = new Map(others.map((tag) => [compared(tag), tag]))
  const chosen = new Map(tags.toReversed().map((tag) => [compared(tag), spelling.get(compared(tag)) ?? tag]))
  if (chosen.size > mostTagsOfOrder) return tooMany(mostTagsOfOrder)
  const fresh = [...chosen.keys()].filter((tag) => !spelling.has(tag))
  if (others.length + fresh.length > mostTags && fresh.length > 0) return tooMany(mostTags)
  return accept([...chosen.values()].sort())
}

const tooMany = (most: number) =>
  refuse('invalidInput', { issues: [{ path: 'tags', code: 'too_many' }], most })
