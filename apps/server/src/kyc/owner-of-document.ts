import { identityDocument } from '@candor/contract'
import { readDocumentNumber } from '@candor/rules'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { KycPorts } from './kyc-ports.ts'
import { documentMark } from './person-marks.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countries = letters.flatMap((first) => letters.map((second) => first + second))
/** Shorter words are searched for too often to be taken for a number each time. */
const shortest = 6

/** Finds the customers who hold a document with this number, of any country and kind. */
export async function ownersOfDocument(
  { db, secrets }: KycPorts & { readonly db: Database },
  words: string,
): Promise<readonly string[]> {
  const number = readDocumentNumber(words)
  if (number === null || number.length < shortest) return []
  const marks = countries.flatMap((country) =>
    identityDocument.options.map((kind) => documentMark(secrets.markKey, country, kind, number)),
  )
  const rows = await db.query
    .selectFrom('kyc_marks')
    .select('user_id')
    .where(sql<boolean>`document = ANY (${marks}::bytea[])`)
    .limit(100)
    .execute()
  return rows.map((row) => row.user_id)
}
