import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { KycPorts } from './kyc-ports.ts'
import { searchedNames } from './person-marks.ts'

/**
 * Finds customers by whole words of the name in their newest identity check, in any order and without accents; a Chinese, Japanese or Korean name
 * also written as one word. The newest hundred; none for words that no name has all of.
 */
export async function ownersOfName(
  { db, secrets }: KycPorts & { readonly db: Database },
  words: string,
): Promise<readonly string[]> {
  const marks = searchedNames(secrets.markKey, words)
  if (marks.length === 0) return []
  const rows = await db.query
    .selectFrom('kyc_marks')
    .select('user_id')
    .where(sql<boolean>`names @> ${[...marks]}::bytea[]`)
    // A process of a version before may have moved it to another check.
    .whereRef('names_of', '=', 'case_id')
    .orderBy('user_id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => row.user_id)
}
