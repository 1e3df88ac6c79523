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
