import { randomBytes, randomUUID } from 'node:crypto'
import type { PasskeyStore } from './sign-in/passkey-store.ts'

/** Adds a passkey that no device has; returns its id. */
export async function addTestPasskey(store: PasskeyStore, ownerId: string): Promise<string> {
  const id = randomUUID()
  await store.add({
    id,
    owner_id: ownerId,
    credential_id: Buffer.from(id.replaceAll('-', ''), 'hex'),
    public_key: randomBytes(77),
    counter: 0n,
    name: 'a phone',
    created_at: new Date(),
    last_used_at: null,
  })
  return id
}
