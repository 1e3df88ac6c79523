import type { Database } from '../platform/database/database.ts'

/** Finds the customer with a loan of this number. */
export async function ownerOfLoan({ query }: Database, loanNo: string): Promise<readonly string[]> {
  if (!/^L[0-9A-F]{12}$/i.test(loanNo)) return []
  const loans = query.selectFrom('loans').select('user_id').where('loan_no', '=', loanNo.toUpperCase())
  return (await loans.execute()).map((row) => row.user_id)
}
