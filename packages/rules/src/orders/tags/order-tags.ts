import { accept, type Decision, refuse } from '../../decision.ts'

/** Maximum number of tags on one order. */
export const mostTagsOfOrder = 5
/** Maximum number of different tags in one account. */
export const mostTags = 50
/** Maximum length of a tag, in characters (code points). */
export const longestTag = 24

/** Line and direction controls, private characters, and the comma, which separates tags in files. */
const forbidden = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069,]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Returns the form in which a tag is stored and compared: NFC, one space between words, none around. */
export const normalizeTag = (text: string): string => text.normalize('NFC').trim().replace(/ +/gu, ' ')

/** Reason for which a text is not a tag. */
export type TagIssue = 'too_small' | 'too_big' | 'invalid_format'

/** Finds what is wrong with a normalized tag; null: nothing. */
export function tagIssue(tag: string): TagIssue | null {
  if (tag === '') return 'too_small'
  if (forbidden.test(tag) || !visible.test(tag)) return 'invalid_format'
  return [...tag].length > longestTag ? 'too_big' : null
}

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
