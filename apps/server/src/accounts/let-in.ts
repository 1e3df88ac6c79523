import type { Language, User } from '@candor/contract'
import type { Visitor } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { type UserRow, userOf } from './accounts-store.ts'
import { deviceName } from './device-name.ts'
import { hiddenAddress } from './hidden-address.ts'

/** Starts a session for somebody who has proven who they are, by whichever way, and tells them where it is a new browser. Refuses 10005, 11018. */
export async function letIn(
  deps: AccountsDeps,
  user: UserRow,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  refuseStopped(user)
  const { token, isNew } = await deps.db.transaction(async (tx) => {
    // A freeze that was placed while the password was checked holds too.
    refuseStopped(await deps.users.lock(tx, user.id))
    const isNew = await deps.sessions.isNewDevice(tx, user.id, visitor)
    return { ...(await deps.sessions.start(tx, user.id, visitor)), isNew }
  })
  if (isNew) await tellNewDevice(deps, user, visitor)
  return { token, user: userOf(user) }
}

/** Whether `refuseStopped` refuses. */
export const isShut = ({ status, own_freeze_at }: UserRow): boolean =>
  status === 'closed' || own_freeze_at !== null

/** Refuses a closed account (10005) and one its owner froze (11018), before the second factor is asked for. A customer whom the operator froze signs in (trust T13). */
export function refuseStopped({ status, own_freeze_at }: UserRow): void {
  if (status === 'closed') throw new Refusal(10005)
  if (own_freeze_at !== null) throw new Refusal(11018)
}

async function tellNewDevice(deps: AccountsDeps, user: UserRow, visitor: Visitor): Promise<void> {
  const language = user.language as Language
  await deps.messenger.send({
    to: user.email,
    kind: 'new-device',
    subject: deps.text(language, 'mail.newDevice.subject'),
    text: deps.text(language, 'mail.newDevice.text', {
      device: deviceName(visitor.device),
      time: momentIn(language, deps.clock.now()),
      address: hiddenAddress(visitor.address),
    }),
  })
}

/** In UTC, and saying so: where the reader is, a mail does not know. */
export const momentIn = (language: Language, ms: number): string =>
  new Intl.DateTimeFormat(tags[language] ?? language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(ms))

/** Arabic keeps Latin digits, as the pages do (decision 0042). */
const tags: Partial<Record<Language, string>> = { ar: 'ar-u-nu-latn', hk: 'zh-Hant-HK', zh: 'zh-Hans-CN' }
