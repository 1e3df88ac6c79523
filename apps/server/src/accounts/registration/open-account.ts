import type { ReadVersion, User } from '@candor/contract'
import type { LedgerAsset } from '../../ledger/account-class.ts'
import { type AccountRef, house } from '../../ledger/ledger.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { newId } from '../../platform/new-id.ts'
import { type UserRow, userOf } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { demoGrant } from '../profile/demo-grant.ts'
import { keepConsents } from './consents.ts'
import { compared } from './identity-keys.ts'
import { newInviteCode } from './invite-code.ts'

const customerAssets: readonly LedgerAsset[] = ['DEMO', 'USDT', 'BTC', 'ETH']

export const customerAccount = (owner: string, asset: LedgerAsset): AccountRef => ({
  class: 'customer',
  owner,
  asset,
})
export const demoWorld: AccountRef = { class: 'world', owner: house, asset: 'DEMO' }

/** A person whose address, and phone number if given, has been verified. */
export interface ProvenPerson {
  readonly userName: string
  readonly email: string
  readonly phone: string | null
  readonly passwordHash: string
  /** False: the person knows no password, since Google authenticated them. */
  readonly hasPassword: boolean
  /** Inviter; null: none. */
  readonly invitedBy: string | null
  readonly country: string | undefined
  /** Accepted versions, checked before. */
  readonly accepted: readonly ReadVersion[]
}

/**
 * Opens an account: the person, their ledger accounts, the demo money, their consents and the first session, all in one transaction. `also`
 * runs in it. Refuses `userNameTaken` and `emailOrPhoneTaken` when another sign-up was faster.
 */
export async function openAccount(
  context: OpenedAccounts,
  person: ProvenPerson,
  visitor: Visitor,
  also: (tx: Tx, user: UserRow) => Promise<void> = async () => undefined,
): Promise<{ token: string; user: User }> {
  const { invitedBy } = person
  const { tellInviter, ...opened } = await context.ledger
    .transaction(async (tx) => {
      if (person.phone !== null) await context.users.freeUnprovenPhone(tx, person.phone)
      const user = await context.users.add(tx, newUser(context, person, visitor))
      await openLedger(context, tx, user)
      await keepConsents(tx, user.id, person.accepted, user.created_at)
      await also(tx, user)
      await context.signUp.checkNewCustomer(tx, user)
      const friend = { userId: user.id, userName: user.user_name }
      const tellInviter =
        invitedBy === null ? null : await context.signUp.joinFriend(tx, { ...friend, inviterId: invitedBy })
      const session = await context.sessions.start(tx, user.id, visitor)
      return { token: session.token, user: userOf(user), tellInviter }
    })
    .catch(refuseLostRace)
  await tellInviter?.()
  return opened
}

/** Returns the inviter of a code. An empty field is no code; an unknown code is refused (`invalidInput`). */
export async function inviterOrRefuse({ users }: OpenedAccounts, inviteCode = ''): Promise<string | null> {
  if (inviteCode.trim() === '') return null
  const inviter = await users.idOfInviteCode(inviteCode)
  if (inviter === null)
    throw new Refusal('invalidInput', { issues: [{ path: 'inviteCode', code: 'unknown' }] })
  return inviter
}

function newUser(context: OpenedAccounts, person: ProvenPerson, visitor: Visitor) {
  const now = new Date(context.clock.now())
  return {
    id: newId(),
    user_name: person.userName,
    user_name_key: compared(person.userName),
    email: person.email,
    email_key: compared(person.email),
    phone: person.phone,
    phone_proven_at: person.phone === null ? null : now,
    password_hash: person.passwordHash,
    has_password: person.hasPassword,
    language: visitor.language,
    country: person.country ?? null,
    invite_code: newInviteCode(),
    invited_by: person.invitedBy,
    created_at: now,
  }
}

async function openLedger({ ledger, parameters }: OpenedAccounts, tx: Tx, user: UserRow): Promise<void> {
  const accounts = customerAssets.map((asset) => customerAccount(user.id, asset))
  await ledger.open([...accounts, demoWorld], tx)
  const to = customerAccount(user.id, 'DEMO')
  const { minor } = await demoGrant(parameters, tx)
  const grant = { do: 'transfer', kind: 'demo-grant', from: demoWorld, to, minor } as const
  const [outcome] = await ledger.postIn(tx, [
    { id: `demo-grant:${user.id}`, reference: null, steps: [grant] },
  ])
  if (outcome?.ok !== true) throw new Error('the demo grant was refused by the ledger')
}

/** Refuses the later of two concurrent registrations with one name or address: the database accepted the other. */
export function refuseLostRace(error: unknown): never {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'accounts_users_user_name_key_key') throw new Refusal('userNameTaken')
  if (constraint === 'accounts_users_email_key_key' || constraint === 'accounts_users_phone_key') {
    throw new Refusal('emailOrPhoneTaken')
  }
  throw error
}
