import { isDecimalText } from '@candor/money'
import { z } from 'zod'

/** Money, prices, lots of a response: a decimal text, never a JSON number. */
export const decimal = z.string().max(40).refine(isDecimalText, 'decimal').meta({ format: 'decimal' })

/** At most nine digits before the point. */
const belowOneBillion = /^-?\d{1,9}(\.|$)/

/**
 * A decimal text of a request, below one billion either way. Amounts, lots and rates are stored as 64-bit integers of their smallest unit:
 * a billion of any asset is well inside.
 */
export const boundedDecimal = decimal
  .refine((text) => belowOneBillion.test(text), 'too_large')
  .meta({ format: 'decimal', pattern: belowOneBillion.source })
const isPositive = (text: string): boolean => !text.startsWith('-') && /[1-9]/.test(text)

/** The same above zero. */
export const positiveDecimal = boundedDecimal.refine(isPositive, 'positive')

/** At most three digits before the point. */
const belowOneThousand = /^-?\d{1,3}(\.|$)/

/** A rate of a request, as a share: below one thousand, because rates are stored with twelve decimals. */
export const boundedRate = decimal
  .refine((text) => belowOneThousand.test(text), 'too_large')
  .meta({ format: 'decimal', pattern: belowOneThousand.source })
/** The same above zero. */
export const positiveRate = boundedRate.refine(isPositive, 'positive')
export const isoTime = z.iso.datetime()
/** Identifies a row. A text that is not a UUID identifies none and is refused like a missing row (`notFound`), without a query. */
export const id = z.string().min(1).max(64).meta({ format: 'uuid' })
/** An uploaded file. One that is not there, or not for this, is refused at its field (`fileRejected`). */
export const fileId = z.string().min(1).max(64).meta({ format: 'file-id' })
/** Identifies something by a word: a market, a product, an article. */
export const wordId = z.string().min(1).max(64)
/** A whole number of a request as the database stores it: 32 bits. */
export const wholeNumber = z.coerce.number().int().max(2_147_483_647)
/** Counts arrive as a number in a body and as a text in a query. */
export const count = (max: number) => z.coerce.number().int().min(1).max(max)

/** A calendar year, such as 2026. */
export const calendarYear = z.coerce.number().int().min(2000).max(9999)

/** A paged list: newest first, 20 entries a page by default, at most 100. */
export const pageQuery = { cursor: z.string().max(200).optional(), limit: count(100).default(20) }
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
