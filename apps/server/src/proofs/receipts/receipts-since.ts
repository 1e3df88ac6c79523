import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { isSigned } from './is-signed.ts'
import type { KeySet, Receipt, ReceiptSigner } from './receipt-keys.ts'

const statement = z.object({
  kind: z.literal('receiptsProve'),
  /** Epoch ms. An order that began then or later has a receipt that proves its reasons. */
  since: z.number(),
  /** Epoch ms. Fills at the market from then on show the moments of their calls; absent before release 0.2. */
  fillsSince: z.number().optional(),
  sandbox: z.boolean(),
})

/** Statement of an installation about its own receipts, under its signature. */
export type ReceiptsProve = z.infer<typeof statement>

/** Returns the keys with the signed statement since when receipts prove: the content of `/.well-known/candor-keys.json`. */
export async function publishedKeys(db: Database, signer: ReceiptSigner, sandbox: boolean): Promise<KeySet> {
  const { at, fills_at } = await db.query
    .selectFrom('trust_receipts_since')
    .select(['at', 'fills_at'])
    .executeTakeFirstOrThrow()
  const document = {
    kind: 'receiptsProve',
    since: Number(at),
    fillsSince: Number(fills_at),
    sandbox,
  } satisfies ReceiptsProve
  return { ...signer.keySet, proves: signer.sign(document) }
}

/**
 * Reads the statement of a set of keys. Null without one: keys saved before it was published. Throws on one that no key of the
 * set signed.
 */
export function readProves(keys: KeySet): ReceiptsProve | null {
  if (keys.proves === undefined) return null
  const read = statement.safeParse((keys.proves as Partial<Receipt>).document)
  if (!read.success || !isSigned(keys.proves, keys))
    throw new Error('the keys do not hold a signed statement since when receipts prove')
  return read.data
}
