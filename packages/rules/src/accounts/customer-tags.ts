import { normalizeTag } from '../tag.ts'

/** Maximum number of tags that operators put on one customer. */
export const mostTagsOfCustomer = 20

/** Returns the form in which an operator's tag is stored and searched for: that of every tag, in lower case. `tagIssue` says what is wrong with it. */
export const customerTag = (text: string): string => normalizeTag(text.toLowerCase())
