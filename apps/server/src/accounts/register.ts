import type { User } from '@candor/contract'
import { usdt } from '@candor/money'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../db/database.ts'
import type { Visitor } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import { type AccountRef, house, type LedgerAsset } from '../ledger/ledger.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { type UserRow, userOf } from './accounts-store.ts'
import { refuseTaken } from './check-name.ts'
import { isCommonPassword } from './common-passwords.ts'
import { compared, phoneOf } from './identity-keys.ts'
import { newInviteCode } from './invite-code.ts'
import { hashPassword } from './passwords.ts'

export interface RegisterAsk {
  readonly userName: string
  readonly email: string
  readonly password: string
  readonly code: string
  readonly areaCode?: string | undefined
  readonly phone?: string | undefined
  readonly inviteCode?: string | undefined
  readonly country?: string | undefined
}

/** What a demo account starts with (rulebook, Accounts and modes). */
export const demoStart = usdt('10000')

const customerAssets: readonly LedgerAsset[] = ['DEMO', 'USDT', 'BTC', 'ETH']

export const customerAccount = (owner: string, asset: LedgerAsset): AccountRef => ({
  class: 'customer',
  owner,
  asset,
})
export const demoWorld: AccountRef = { class: 'world', owner: house, asset: 'DEMO' }

/**
 * Opens an account: the person, their ledger accounts, the demo money and the first session, all in one transaction or none of it.
 * Refuses 10006, 10007, 11001 (common password; an invitation code nobody has), 11010, in this order after the fields.
 */
export async function register(
  deps: AccountsDeps,
  ask: RegisterAsk,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const phone = phoneOf(ask.areaCode, ask.phone)
  await refuseTaken(deps.users, ask.userName, ask.email, phone)
  refuseCommon(ask.password)
  const invitedBy = await inviterOrRefuse(deps, ask.inviteCode)
  await redeemOrRefuse(deps, ask, visitor)
  const passwordHash = await hashPassword(ask.password)
  const { tellInviter, ...opened } = await deps.ledger
    .transaction(async (tx) => {
      const user = await deps.users.add(tx, newUser(deps, ask, visitor, { phone, passwordHash, invitedBy }))
      await openLedger(deps, tx, user)
      const friend = { userId: user.id, userName: user.user_name }
      const tellInviter =
        invitedBy === null ? null : await deps.loans.joinFriend(tx, { ...friend, inviterId: invitedBy })
      const session = await deps.sessions.start(tx, user.id, visitor)
      return { token: session.token, user: userOf(user), tellInviter }
    })
    .catch(refuseLostRace)
  await tellInviter?.()
  return opened
}

/** An empty field is no code. */
async function inviterOrRefuse({ users }: AccountsDeps, inviteCode = ''): Promise<string | null> {
  if (inviteCode.trim() === '') return null
  const inviter = await users.idOfInviteCode(inviteCode)
  if (inviter === null) throw new Refusal(11001, { issues: [{ path: 'inviteCode', code: 'unknown' }] })
  return inviter
}

export function refuseCommon(password: string): void {
  if (!isCommonPassword(password)) return
  throw new Refusal(11001, { issues: [{ path: 'password', code: 'common' }] })
}

async function redeemOrRefuse(deps: AccountsDeps, ask: RegisterAsk, visitor: Visitor): Promise<void> {
  const key = compared(ask.email)
  deps.guessing.admit(`register ${key}`, visitor.address)
  if (await deps.codes.redeem(key, 'register', ask.code)) return
  deps.guessing.failed(`register ${key}`, visitor.address)
  throw new Refusal(11010)
}

interface Made {
  readonly phone: string | null
  readonly passwordHash: string
  readonly invitedBy: string | null
}

function newUser(deps: AccountsDeps, ask: RegisterAsk, visitor: Visitor, made: Made) {
  return {
    id: uuidv7(),
    user_name: ask.userName,
    user_name_key: compared(ask.userName),
    email: ask.email,
    email_key: compared(ask.email),
    phone: made.phone,
    password_hash: made.passwordHash,
    language: visitor.language,
    country: ask.country ?? null,
    invite_code: newInviteCode(),
    invited_by: made.invitedBy,
    created_at: new Date(deps.clock.now()),
  }
}

async function openLedger({ ledger }: AccountsDeps, tx: Tx, user: UserRow): Promise<void> {
  const accounts = customerAssets.map((asset) => customerAccount(user.id, asset))
  await ledger.open([...accounts, demoWorld], tx)
  const to = customerAccount(user.id, 'DEMO')
  const grant = { do: 'transfer', kind: 'demo-grant', from: demoWorld, to, minor: demoStart.minor } as const
  const [outcome] = await ledger.postIn(tx, [
    { id: `demo-grant:${user.id}`, reference: null, steps: [grant] },
  ])
  if (outcome?.ok !== true) throw new Error('the demo grant was refused by the ledger')
}

/** Two people took the same name in the same moment: the database let one of them in. */
function refuseLostRace(error: unknown): never {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'accounts_users_user_name_key_key') throw new Refusal(10006)
  if (constraint === 'accounts_users_email_key_key' || constraint === 'accounts_users_phone_key') {
    throw new Refusal(10007)
  }
  throw error
}
