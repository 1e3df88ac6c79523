import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { configOf } from '../base.ts'
import type { World } from '../world.ts'
import type { Customer } from './customer.ts'

const folderOf = (world: World) => join(configOf(world.parts.cluster.dataDir, false).dataDir, 'outbox')

/** Asks for a withdrawal's code and reads it in the mail; null where none came. */
export async function codeOf(world: World, customer: Customer): Promise<string | null> {
  const { email } = customer.person
  world.call(customer, 'sendCode', { email, purpose: 'withdrawal' }, { mode: 'real' })
  await world.finish()
  return newestCode(folderOf(world), 'code-withdrawal', email)
}

/** The code that was mailed last to confirm an address of this customer's. */
export const addressCodeOf = (world: World, { person }: Customer): string | null =>
  newestCode(folderOf(world), 'code-address', person.email)

/** The link that was mailed last to somebody who is to operate. */
export const linkMailedTo = (world: World, email: string): string | null =>
  newestCode(folderOf(world), 'operator-invitation', email)

/** Computes the code of an authenticator app for this secret at a moment. */
export const codeIn = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** The last code of a kind mailed to an address. */
function newestCode(folder: string, kind: string, email: string): string | null {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name.includes(`-${kind}-`))
  for (const name of names.sort().reverse()) {
    const message = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; code?: string }
    if (message.to === email && message.code !== undefined) return message.code
  }
  return null
}

/** Every seed begins with no mail. */
export function emptyOutbox(dataDir: string): void {
  const folder = join(configOf(dataDir, false).dataDir, 'outbox')
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
}
