import { maskedCardNumber } from '@candor/rules'
import type { Relation } from '../../back-office/review-context/review-ports.ts'
import type { ClockedDatabase, Database } from '../../platform/database/database.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import { openCardNumber } from './bank-cards.ts'
import { cardMark } from './card-mark.ts'
import type { BankPorts } from './payout-places.ts'

const mostShared = 50

/** Finds accounts with a card of this customer, removed ones too. */
export async function sharedCards({ query }: Database, userId: string): Promise<readonly Relation[]> {
  const rows = await query
    .selectFrom('funding_bank_cards as own')
    .innerJoin('funding_bank_cards as other', 'other.number_mark', 'own.number_mark')
    .select(['other.user_id', 'own.number_ending', 'other.created_at'])
    .where('own.user_id', '=', userId)
    .where('other.user_id', '<>', userId)
    .orderBy('other.created_at', 'desc')
    .limit(mostShared)
    .execute()
  return rows.map((row) => ({
    ...{ userId: row.user_id, by: 'card', what: maskedCardNumber(row.number_ending) },
    at: new Date(Number(row.created_at)),
  }))
}

const atOnce = 200
/** Ending of an erased card, whose number nobody opens any more. */
const erasedEnding = '····'

/** Job: marks cards that a version before the marks stored. */
export const markEarlierCards = (context: BankPorts & ClockedDatabase): Promise<Moved> =>
  forEachCase(context, {
    job: 'mark-bank-cards',
    atOnce,
    inOrderOfId: true,
    find: (limit, after) =>
      context.db.query
        .selectFrom('funding_bank_cards')
        .select('id')
        .where('number_mark', 'is', null)
        .where('number_ending', '<>', erasedEnding)
        .$if(after !== null, (found) => found.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    move: async ({ id }) => {
      const number = await openCardNumber(context.places.keys, context.db.query, id)
      if (number === null) return false
      await context.db.query
        .updateTable('funding_bank_cards')
        .set({ number_mark: cardMark(context.places.markKey, number) })
        .where('id', '=', id)
        .execute()
      return true
    },
  })
