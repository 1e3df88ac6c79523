import type { AccountMode, FreezeReason, UndoableChange } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { ColumnType, Generated } from 'kysely'
import type { Sealed } from '../platform/keys/secrets.ts'

type Kyc = 'none' | 'pending' | 'approved' | 'rejected'

declare const plainTarget: unique symbol
/** Means to undo a change, where they are no secret: an id, an address, a number. Only `addUndoing` makes one. */
export type PlainTarget = string & { readonly [plainTarget]: true }

/** A passkey of a customer or of an operator, who have one table each. */
export interface PasskeyRow {
  readonly id: string
  readonly owner_id: string
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly counter: bigint
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

export interface AccountsTables {
  accounts_users: {
    id: string
    user_name: string
    user_name_key: string
    email: string
    email_key: string
    phone: string | null
    phone_proven_at: Date | null
    password_hash: string
    has_password: Generated<boolean>
    status: Generated<'active' | 'frozen' | 'closed'>
    language: string
    country: string | null
    kyc: Generated<Kyc>
    kyc_tier: Generated<number>
    totp_secret: Sealed<'accounts_users.totp_secret'> | null
    totp_enabled: Generated<boolean>
    totp_last_step: Generated<bigint>
    invite_code: string
    invited_by: string | null
    preferences: ColumnType<Record<string, string>, string | undefined, string>
    demo_reset_at: Date | null
    demo_resets: Generated<Date[]>
    own_freeze_at: Date | null
    created_at: Date
  }
  /** A view for lists of other modules. */
  accounts_names: {
    readonly id: ColumnType<string, never, never>
    readonly user_name: ColumnType<string, never, never>
  }
  accounts_sessions: {
    id: string
    user_id: string
    token_hash: Buffer
    device: string
    address: string
    device_mark: string | null
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    proven_at: Date | null
    ended_at: Date | null
  }
  accounts_codes: {
    recipient_key: string
    purpose: 'register' | 'forget' | 'withdrawal' | 'security' | 'login'
    code_hash: Buffer
    attempts_left: number
    expires_at: Date
  }
  accounts_api_keys: {
    id: string
    user_id: string
    name: string
    start: string
    key_hash: Buffer
    may_trade: boolean
    addresses: string[]
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  accounts_reset_tokens: {
    token_hash: Buffer
    user_id: string
    expires_at: Date
  }
  accounts_undoings: {
    id: string
    user_id: string
    change: UndoableChange
    target: Sealed<'accounts_undoings.target'> | PlainTarget | null
    before: string | null
    /** Orders the changes of a customer: each is made under the lock of its customer. */
    number: ColumnType<bigint, never, never>
    created_at: Date
    expires_at: Date
    undone_at: Date | null
  }
  accounts_undo_links: {
    id: string
    undoing_id: string
    recipient_key: string | null
    token_hash: Buffer
  }
  accounts_recovery_codes: {
    id: string
    user_id: string
    code_hash: Buffer
    made_at: Date
    used_at: Date | null
  }
  accounts_google: { subject: string; user_id: string; linked_at: Date }
  accounts_google_tickets: {
    token_hash: Buffer
    subject: string
    email: string
    user_id: string | null
    expires_at: Date
  }
  accounts_flows: {
    entry: bigint
    user_id: string
    mode: AccountMode
    at: bigint
    asset: AssetCode
    minor: bigint
    worth: bigint
  }
  accounts_worth: {
    user_id: string
    mode: AccountMode
    hour: number
    at: bigint
    worth: bigint
    flow: bigint
  }
  accounts_consents: {
    user_id: string
    article_id: string
    language: string
    version: number
    at: Date
  }
  accounts_challenges: {
    challenge: Buffer
    purpose: string
    owner_id: string | null
    expires_at: Date
  }
  accounts_passkeys: PasskeyRow
  accounts_secrets: { name: string; value: Sealed<'accounts_secrets.value'> }
  accounts_freezes: {
    id: string
    user_id: string
    reason: string
    proposed_by: string
    approved_by: string
    placed_at: Date
    legal_hold_until: Date | null
    why: FreezeReason
    frozen_since: Date
    lifted_at: Date | null
    lifted_by: string | null
    lift_reason: string | null
  }
  accounts_closings: {
    id: string
    user_id: string
    asked_at: Date
    erases_at: Date
    cancelled_at: Date | null
    erased_at: Date | null
  }
  accounts_notes: { id: string; user_id: string; operator_id: string; text: string; at: Date }
  accounts_tags: { user_id: string; tag: string; operator_id: string; at: Date }
  accounts_adjustments: {
    id: string
    user_id: string
    asset: 'USDT' | 'BTC' | 'ETH'
    minor: bigint
    why: string
    reverses: string | null
    proposed_by: string
    approved_by: string
    at: Date
  }
}
