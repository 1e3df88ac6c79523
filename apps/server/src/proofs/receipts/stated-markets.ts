import { z } from 'zod'

/** The part of an added market's rule set that a receipt's figures follow from (`StatedMarket`). */
export const statedMarket = z.object({
  code: z.string(),
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  quoteCurrency: z.string(),
  contractSize: z.string().regex(/^[1-9]\d{0,8}$/),
  maxQuoteAgeMs: z.number().int().positive(),
})
