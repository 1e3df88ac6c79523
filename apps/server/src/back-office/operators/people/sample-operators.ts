import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorRoles } from '@candor/contract'
import type { OperatorAccounts } from '../operators-context.ts'
import { addOperator } from './add-operator.ts'

/**
 * Adds one operator of each role to a sandbox without any, so that the console can be tried. Their passwords and second factors are random
 * and written to a file that only its owner can read. Returns the file, or null when there were operators.
 */
export async function addSampleOperators(
  accounts: OperatorAccounts,
  dataDir: string,
): Promise<string | null> {
  const known = await accounts.db.query
    .selectFrom('operators_people')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return null
  const lines = [
    'Sample operators of this sandbox. An authenticator app makes codes from the secret; so does',
    '  npm run candor -- operator code --email <address>',
    '',
  ]
  for (const role of operatorRoles) {
    const email = `${role}@sandbox.example`
    const password = randomBytes(9).toString('base64url')
    const made = await addOperator(accounts, { email, role, password }, 'system')
    if ('refused' in made) continue
    lines.push(`${email}   password ${password}   secret ${made.secret}`)
  }
  const file = join(dataDir, 'operators.txt')
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  return file
}
