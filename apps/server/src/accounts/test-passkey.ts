import { randomUUID } from 'node:crypto'
import type { Database } from '../platform/database/database.ts'
import { PasskeyStore, type PasskeyTable } from './sign-in/passkeys-store.ts'

/** Adds a passkey that no device has; returns its id. */
export async function addTestPasskey(db: Database, table: PasskeyTable, ownerId: string): Promise<string> {
  const id = randomUUID()
  await new PasskeyStore(db, table).add({
    id,
    owner_id: ownerId,
    credential_id: Buffer.from(id.replaceAll('-', ''), 'hex'),
    public_key: Buffer.alloc(1),
    counter: 0n,
    name: 'a phone',
    created_at: new Date(),
    last_used_at: null,
  })
  return id
}
