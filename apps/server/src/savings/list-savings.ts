import type { Savings } from '@candor/contract'
import { savingsCoverRate, savingsDayOf } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { toSavingsResponse } from './savings-response.ts'
import {
  type CoinTerms,
  holdingsOf,
  interestOf,
  missingMinor,
  reserves,
  termsOfAll,
} from './savings-store.ts'

/** Lists every coin that was ever offered, with the customer's holding; without holdings when `userId` is null. */
export async function listSavings(
  reader: Kysely<Schema> | Tx,
  userId: string | null,
  nowMs: number,
): Promise<Savings[]> {
  const terms = await termsOfAll(reader)
  const rows = userId === null ? [] : await holdingsOf(reader, userId)
  const [free, interest] = [
    await reserves(reader),
    await interestOf(
      reader,
      rows.map(({ id }) => id),
    ),
  ]
  const shown: Savings[] = []
  for (const of of [...terms].sort(byOrder)) {
    const row = rows.find(({ asset }) => asset === of.asset) ?? null
    const { balance, held } = free.get(of.asset) ?? { balance: 0n, held: 0n }
    const cover = savingsCoverRate(of.rates, savingsDayOf(nowMs))
    shown.push(
      toSavingsResponse(
        {
          terms: of,
          row,
          interest: row === null ? null : (interest.get(row.id) ?? null),
          freeMinor: balance - held,
          missingMinor: await missingMinor(reader, of.asset, cover),
        },
        nowMs,
      ),
    )
  }
  return shown
}

const order = ['USDT', 'BTC', 'ETH']
const byOrder = (a: CoinTerms, b: CoinTerms) => order.indexOf(a.asset) - order.indexOf(b.asset)
