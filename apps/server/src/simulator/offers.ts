import type { CallName } from '@candor/contract'
import type { ClientResponse } from './platform-calls.ts'
import type { Statements } from './surroundings/statements.ts'

/** A work on sale. */
export interface OfferedWork {
  readonly id: string
  readonly auction: boolean
}

/** Lists the smart products and the works on sale. */
export async function listOffers(
  call: (name: CallName, input: object) => Promise<ClientResponse>,
): Promise<{ readonly products: readonly string[]; readonly works: readonly OfferedWork[] }> {
  const products = (await call('listSmartProducts', {})).result as { id: string }[]
  const works = (await call('listNft', { limit: '100' })).result as {
    items: { id: string; saleKind: string }[]
  }
  return {
    products: products.map(({ id }) => id),
    works: works.items.map(({ id, saleKind }) => ({ id, auction: saleKind === 'auction' })),
  }
}

interface AppliedSplit {
  readonly id: string
  readonly code: string
  readonly fresh: string
  readonly old: string
}

/** Returns the splits that the platform has carried out, in their order. */
export const appliedSplits = (statements: Statements): Promise<AppliedSplit[]> =>
  statements.look<AppliedSplit & Record<string, unknown>>(
    `SELECT id::text, code, facts ->> 'fresh' AS fresh, facts ->> 'old' AS old FROM markets_actions
      WHERE kind = 'split' AND applied_at IS NOT NULL ORDER BY at, id`,
  )
