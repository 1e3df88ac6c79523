import type { OperatorRole } from '@candor/contract'
import type pg from 'pg'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { LedgerAsset } from '../../ledger/account-class.ts'
import type { AccountRef, Ledger } from '../../ledger/ledger.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PersonKeys } from '../../platform/files/person-keys.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { createAudit } from '../../proofs/audit/audit.ts'

const number = (at: number) => at.toString(16).padStart(12, '0')
const idOf = (kind: string, at: number) => `0193${kind}-0000-7000-8000-${number(at)}`

/** A customer of every simulated installation. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly addresses: readonly {
    readonly coin: 'USDT' | 'BTC' | 'ETH'
    readonly network: string
    readonly address: string
  }[]
  /** Drawn signatures that stand for nothing yet. */
  readonly signatures: readonly string[]
  /** Pictures of a document and of the person, that stand for nothing yet. */
  readonly photos: readonly string[]
  /** One operator approved who they are before the seeds begin; otherwise the review is open. */
  readonly verified: boolean
  readonly inviteCode: string
  readonly start: Readonly<Record<LedgerAsset, bigint>>
}

const day = 24 * 3_600_000
const unit = 1_000_000n
const starts: readonly Person['start'][] = [
  { DEMO: 10_000n * unit, USDT: 10_000n * unit, BTC: 50_000_000n, ETH: 5_000_000_000n },
  { DEMO: 10_000n * unit, USDT: 9_902n * unit, BTC: 0n, ETH: 0n },
  { DEMO: 10_000n * unit, USDT: 60_000n * unit, BTC: 10_000_000n, ETH: 0n },
  { DEMO: 10_000n * unit, USDT: 450n * unit, BTC: 0n, ETH: 900_000_000n },
  { DEMO: 10_000n * unit, USDT: 2_000n * unit, BTC: 0n, ETH: 0n },
]
const addresses: Person['addresses'] = [
  { coin: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  { coin: 'BTC', network: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  { coin: 'ETH', network: 'ETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
]

export const people: readonly Person[] = starts.map((start, at) => ({
  id: idOf('c0de', at + 1),
  name: `customer${at + 1}`,
  email: `customer${at + 1}@candor.example`,
  addresses,
  signatures: [0, 1, 2, 3, 4, 5].map((n) => idOf('f11e', (at + 1) * 100 + n)),
  photos: [0, 1, 2, 3, 4, 5, 6, 7].map((n) => idOf('f070', (at + 1) * 100 + n)),
  verified: at < starts.length - 1,
  inviteCode: `INVITE${at}AAA`,
  start,
}))

/** Customers who asked for their accounts to be erased and do nothing more; the second left some money behind, and is not erased while it is there. */
export const leavers: readonly Person[] = [0n, 3n * unit].map((left, at) => ({
  id: idOf('1ea7', at + 1),
  name: `leaver${at + 1}`,
  email: `leaver${at + 1}@candor.example`,
  addresses: [],
  signatures: [idOf('f11e', 9_000 + at)],
  photos: [idOf('f070', 9_000 + at)],
  verified: false,
  inviteCode: `LEAVER${at}AAA`,
  start: { DEMO: 10_000n * unit, USDT: left, BTC: 0n, ETH: 0n },
}))
/** Seeds begin within ten days: in some it is over before, in some it comes in a seed. */
const erasedAfterMs = 5 * day

const roles: readonly OperatorRole[] = [
  'reviewer',
  'reviewer',
  'finance',
  'finance',
  'risk',
  'admin',
  'admin',
  'content',
]

export const operators: readonly Operator[] = roles.map((role, at) => ({
  id: idOf('09e7', at + 1),
  email: `${role}${at + 1}@candor.example`,
  role,
  sessionId: idOf('5e55', at + 1),
}))

/** Decided most of what was decided before the seeds begin, and goes on so. */
export const busiest = operators[0] as Operator

/** A picture for works of art, uploaded and drawn before the seeds begin. */
export const artPicture = idOf('a127', 1)

interface Peopled {
  readonly db: Database
  readonly ledger: Ledger
  readonly keys: PersonKeys
  readonly secrets: Secrets
  readonly owner: pg.Client
  readonly atMs: number
}

/** Writes the people of every simulated installation into its first database. */
export async function addPeople(parts: Peopled): Promise<void> {
  const { owner, secrets, atMs } = parts
  const at = new Date(atMs - 90 * day)
  for (const { id, email, role } of operators)
    await owner.query(
      `INSERT INTO operators_people (id, email, email_key, role, password_hash, totp_secret, created_at)
       VALUES ($1, $2, $2, $3, '-', $4, $5)`,
      [id, email, role, secrets.seal('operators_people.totp_secret', id, 'JBSWY3DPEHPK3PXP'), at],
    )
  for (const [index, person] of people.entries()) {
    // Who is new may still say who invited them.
    await addPerson(parts, person, index, person.verified ? at : new Date(atMs - day))
    await fund(parts.ledger, person)
  }
  for (const [index, person] of leavers.entries()) {
    await addPerson(parts, person, people.length + index, at)
    await fund(parts.ledger, person)
    await leave(owner, person, index, atMs + erasedAfterMs)
  }
  await invite(owner, people[0], people[2], atMs)
  await installationTerms(owner, at)
  await owner.query(
    `INSERT INTO nft_pictures (id, width, height, large, small, added_by, created_at) VALUES ($1, 10, 10, '\\x00', '\\x00', 'start', $2)`,
    [artPicture, at.getTime()],
  )
}

/** Records that `inviter` brought `friend`, who pays fees from the first step on: at random, new customers hardly come that far. */
const invite = (owner: pg.Client, inviter: Person | undefined, friend: Person | undefined, atMs: number) =>
  owner.query(
    `INSERT INTO invites_friends (id, user_id, inviter_id, fee_share, joined_at, until_at, looked_through)
     VALUES ($1, $2, $3, 100000000000, $4, $5, $4)`,
    [idOf('f41e', 1), friend?.id, inviter?.id, atMs - 30 * day, atMs + 335 * day],
  )

const leave = (owner: pg.Client, { id }: Person, index: number, erasesAt: number) =>
  owner.query('INSERT INTO accounts_closings (id, user_id, asked_at, erases_at) VALUES ($1, $2, $3, $4)', [
    idOf('c105', index + 1),
    id,
    new Date(erasesAt - 7 * day),
    new Date(erasesAt),
  ])

async function addPerson(
  { db, keys, owner }: Peopled,
  person: Person,
  index: number,
  at: Date,
): Promise<void> {
  const { id, name, email, verified, inviteCode } = person
  await owner.query(
    `INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, country, kyc, kyc_tier, invite_code, created_at)
     VALUES ($1, $2, $2, $3, $3, '-', 'en', 'ZA', $4, $5, $6, $7)`,
    [id, name, email, verified ? 'approved' : 'none', verified ? 1 + (index % 2) : 0, inviteCode, at],
  )
  for (const [n, { network, address }] of person.addresses.entries())
    await owner.query(
      `INSERT INTO funding_payout_addresses (id, user_id, network, address, label, created_at, confirmed_at, usable_at)
       VALUES ($1, $2, $3, $4, 'own', $5, $5, $5)`,
      [idOf('add0', index * 10 + n), id, network, address, at.getTime()],
    )
  await owner.query('INSERT INTO trust_understanding (user_id, passed_at) VALUES ($1, $2)', [
    id,
    at.getTime(),
  ])
  await keys.seal(db.query, id, 'a first file', Buffer.from('first'))
  for (const [purpose, format, files] of [
    ['signature', 'png', person.signatures],
    ['kyc', 'jpeg', person.photos],
  ] as const)
    for (const file of files)
      await owner.query(
        `INSERT INTO files_files (id, user_id, purpose, given, kept, width, height, bytes, created_at)
         VALUES ($1, $2, $3, $4, $4, 300, 300, 1000, $5)`,
        [file, id, purpose, format, at],
      )
  if (verified) await approveIdentity({ db, keys, owner }, person, index, at)
}

/** One person alone approved it: what else they may decide alone about this customer follows from it. */
async function approveIdentity(
  { db, keys, owner }: Pick<Peopled, 'db' | 'keys' | 'owner'>,
  { id, name }: Person,
  index: number,
  at: Date,
): Promise<void> {
  const caseId = idOf('4c00', index + 1)
  const form = Buffer.from(JSON.stringify({ firstName: name, lastName: 'Person' }))
  const sealed = await keys.seal(db.query, id, `identity case ${caseId}`, form)
  await owner.query(
    `INSERT INTO kyc_cases (id, user_id, attempt, sealed, files, submitted_at, deadline_at) VALUES ($1, $2, 1, $3, '{}', $4, $5)`,
    [caseId, id, sealed, at, new Date(at.getTime() + day)],
  )
  await owner.query(
    `UPDATE kyc_cases SET status = 'approved', decided_at = $2, decided_by = $3 WHERE id = $1`,
    [caseId, at, busiest.id],
  )
  await owner.query(
    `INSERT INTO operators_approved_cases (kind, case_id, customer_id, approvers, at) VALUES ('kyc', $1, $2, ARRAY[$3::uuid], $4)`,
    [caseId, id, busiest.id, at],
  )
  const entry = { actor: busiest.id, action: 'kyc.approve', subject: `kyc:${caseId}` }
  const after = { status: 'approved', approvers: [busiest.id] }
  await db.transaction((tx) =>
    createAudit({ now: () => at.getTime() }).write(tx, { ...entry, before: { status: 'pending' }, after }),
  )
}

async function fund(ledger: Ledger, person: Person): Promise<void> {
  for (const asset of ['DEMO', 'USDT', 'BTC', 'ETH'] as const) {
    const to: AccountRef = { class: 'customer', owner: person.id, asset }
    const from: AccountRef = { class: 'world', owner: 'house', asset }
    await ledger.open([to, from])
    if (person.start[asset] === 0n) continue
    const kind = asset === 'DEMO' ? 'demo-grant' : 'deposit'
    const outcome = await ledger.post({
      id: `start:${person.id}:${asset}`,
      reference: null,
      steps: [{ do: 'transfer', kind, from, to, minor: person.start[asset] }],
    })
    if (!outcome.ok) throw new Error(`the start of ${person.name} was refused: ${outcome.why}`)
  }
}

/** The account key of BIP 84's example: every customer has an address of their own, so the chain's node credits deposits. */
const bitcoinKey =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'

/** Applies the decisions of two operators from before the seeds: payment addresses, savings, options for real accounts. */
async function installationTerms(owner: pg.Client, at: Date): Promise<void> {
  const [first, second] = operators
  const signed = [first?.id, second?.id]
  for (const [network, target] of [
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['BTC', bitcoinKey],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ])
    await owner.query(
      `INSERT INTO funding_targets (network, version, target, reason, proposed_by, approved_by, changed_at)
       VALUES ($1, 1, $2, 'start', $3, $4, $5)`,
      [network, target, ...signed, at.getTime()],
    )
  for (const [asset, least, rate] of [
    ['USDT', 10_000_000n, 100_000_000n],
    ['BTC', 100_000n, 50_000_000n],
  ])
    await owner.query(
      `INSERT INTO savings_terms (asset, taking, min_amount, daily_rate, rate_from, reason, proposed_by, approved_by, changed_at)
       VALUES ($1, true, $2, $3, 0, 'start', $4, $5, $6)`,
      [asset, least, rate, ...signed, at.getTime()],
    )
  // The schema took the machine's own date: what a receipt has to prove must not depend on the day of the run.
  await owner.query('ALTER TABLE trust_receipts_since DISABLE TRIGGER USER')
  await owner.query('UPDATE trust_receipts_since SET at = $1, fills_at = $1', [at.getTime()])
  await owner.query('ALTER TABLE trust_receipts_since ENABLE TRIGGER USER')
  await owner.query(
    `INSERT INTO parameters_values (key, version, value, reason, changed_by, approved_by, changed_at)
     VALUES ('options.realCountries', 1, '["ZA"]', 'start', $1, $2, $3)`,
    [...signed, at],
  )
}
