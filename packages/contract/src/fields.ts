import { isDecimalText } from '@candor/money'
import { z } from 'zod'

/** Money, prices, lots: a decimal text, never a JSON number. */
export const decimal = z.string().max(40).refine(isDecimalText, 'decimal').meta({ format: 'decimal' })
/** A decimal text above zero. */
export const positiveDecimal = decimal.refine(
  (text) => !text.startsWith('-') && /[1-9]/.test(text),
  'positive',
)
export const isoTime = z.iso.datetime()
/** Identifies a row. A text that is not a UUID identifies none and is refused like a missing row (`notFound`), without a query. */
export const id = z.string().min(1).max(64).meta({ format: 'uuid' })
/** An uploaded file. One that is not there, or not for this, is refused at its field (`fileRejected`). */
export const fileId = z.string().min(1).max(64)
/** Identifies something by a word: a market, a product, an article. */
export const wordId = z.string().min(1).max(64)
/** Counts arrive as a number in a body and as a text in a query. */
export const count = (max: number) => z.coerce.number().int().min(1).max(max)

/** A paged list: newest first, 20 entries a page by default, at most 100. */
export const pageQuery = { cursor: z.string().max(200).optional(), limit: count(100).default(20) }
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
