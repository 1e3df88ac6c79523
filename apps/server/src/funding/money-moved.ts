import { maskedCardNumber } from '@candor/rules'
import type { MoneySources, MovedMoney, Stretch } from '../back-office/review-context/review-ports.ts'
import type { Database } from '../platform/database/database.ts'
import { destinationAddedAt } from './withdrawals/destination-added-at.ts'

const epoch = ({ from, until }: Stretch) => [BigInt(from.getTime()), BigInt(until.getTime())] as const
const moved = (asset: MovedMoney['asset'], minor: bigint, at: bigint): MovedMoney => ({
  ...{ asset, minor, at: new Date(Number(at)) },
})

const creditedOf = ({ query }: Database, userId: string) =>
  query
    .selectFrom('funding_deposits as deposit')
    .innerJoin('funding_deposit_events as event', 'event.deposit_id', 'deposit.id')
    .select(['deposit.coin', 'deposit.credited', 'event.at'])
    .where('deposit.user_id', '=', userId)
    .where('deposit.status', '=', 'approved')
    .where('deposit.reversed', '=', false)
    .where('event.status', '=', 'approved')
    .orderBy('event.at', 'desc')

type FundingSources = Omit<MoneySources, 'accountOpenedAt' | 'traded'>

/** Money that customers paid in, converted and withdrew, for a review. */
export const moneyMoved = (db: Database): FundingSources => ({
  deposits: async (userId, stretch) => {
    const [from, until] = epoch(stretch)
    const rows = await creditedOf(db, userId)
      .where('event.at', '>=', from)
      .where('event.at', '<', until)
      .execute()
    return rows.map(({ coin, credited, at }) => moved(coin, credited ?? 0n, at))
  },
  lastDeposit: async (userId, before) => {
    const row = await creditedOf(db, userId)
      .where('event.at', '<', BigInt(before.getTime()))
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : moved(row.coin, row.credited ?? 0n, row.at)
  },
  withdrawals: async (userId, stretch) => {
    const [from, until] = epoch(stretch)
    const rows = await db.query
      .selectFrom('funding_withdrawals as withdrawal')
      .leftJoin('funding_bank_cards as card', 'card.id', 'withdrawal.bank_card')
      .select(['withdrawal.id', 'coin', 'amount', 'status', 'address', 'number_ending'])
      .select('withdrawal.created_at')
      .where('withdrawal.user_id', '=', userId)
      .where('withdrawal.created_at', '>=', from)
      .where('withdrawal.created_at', '<', until)
      .orderBy('withdrawal.sequence', 'desc')
      .execute()
    return rows.map(({ id, status, address, ...row }) => ({
      ...{ id, status, to: address ?? maskedCardNumber(row.number_ending ?? '') },
      ...moved(row.coin, row.amount, row.created_at),
    }))
  },
  conversions: async (userId, stretch) => {
    const [from, until] = epoch(stretch)
    const rows = await db.query
      .selectFrom('funding_conversions')
      .select(['from_asset', 'to_asset', 'amount', 'received', 'created_at'])
      .where('user_id', '=', userId)
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .execute()
    return rows.map((row) => ({
      gave: moved(row.from_asset, row.amount, row.created_at),
      got: moved(row.to_asset, row.received, row.created_at),
    }))
  },
  payoutOf: (withdrawalId) => payoutOf(db, withdrawalId),
})

/** Finds where a withdrawal goes and when its customer added that. */
async function payoutOf({ query }: Database, withdrawalId: string) {
  const row = await query
    .selectFrom('funding_withdrawals as w')
    .leftJoin('funding_bank_cards as own_card', 'own_card.id', 'w.bank_card')
    .select(['w.address', 'own_card.number_ending', destinationAddedAt.as('added_at')])
    .where('w.id', '=', withdrawalId)
    .executeTakeFirst()
  if (row === undefined || row.added_at === null) return null
  return {
    what: row.address ?? maskedCardNumber(row.number_ending ?? ''),
    addedAt: new Date(Number(row.added_at)),
  }
}
