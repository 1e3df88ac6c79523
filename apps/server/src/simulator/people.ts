import type { OperatorRole } from '@candor/contract'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import type { PersonKeys } from '../files/person-keys.ts'
import type { AccountRef, Ledger, LedgerAsset } from '../ledger/ledger.ts'
import type { Operator } from '../operators/operator.ts'

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
  readonly start: Readonly<Record<LedgerAsset, bigint>>
}

const unit = 1_000_000n
const starts: readonly Person['start'][] = [
  { DEMO: 10_000n * unit, USDT: 10_000n * unit, BTC: 50_000_000n, ETH: 5_000_000_000n },
  { DEMO: 10_000n * unit, USDT: 9_902n * unit, BTC: 0n, ETH: 0n },
  { DEMO: 10_000n * unit, USDT: 60_000n * unit, BTC: 10_000_000n, ETH: 0n },
  { DEMO: 10_000n * unit, USDT: 450n * unit, BTC: 0n, ETH: 900_000_000n },
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
  start,
}))

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

export const operatorsAs = (...wanted: readonly OperatorRole[]): Operator[] =>
  operators.filter(({ role }) => wanted.includes(role))

interface Peopled {
  readonly db: Database
  readonly ledger: Ledger
  readonly keys: PersonKeys
  readonly owner: pg.Client
  readonly atMs: number
}

/** Writes the people of every simulated installation into its first database. */
export async function addPeople({ db, ledger, keys, owner, atMs }: Peopled): Promise<void> {
  const at = new Date(atMs - 90 * 24 * 3_600_000)
  for (const [index, person] of people.entries()) {
    await owner.query(
      `INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, country, kyc, kyc_tier, invite_code, created_at)
       VALUES ($1, $2, $2, $3, $3, '-', 'en', 'ZA', 'approved', $4, $5, $6)`,
      [person.id, person.name, person.email, 1 + (index % 2), `INVITE${index}AAA`, at],
    )
    for (const [n, { network, address }] of person.addresses.entries())
      await owner.query(
        `INSERT INTO funding_payout_addresses (id, user_id, network, address, label, created_at, confirmed_at, usable_at)
         VALUES ($1, $2, $3, $4, 'own', $5, $5, $5)`,
        [idOf('add0', index * 10 + n), person.id, network, address, at.getTime()],
      )
    await owner.query('INSERT INTO trust_understanding (user_id, passed_at) VALUES ($1, $2)', [
      person.id,
      at.getTime(),
    ])
    await keys.seal(db.query, person.id, 'a first file', Buffer.from('first'))
    for (const id of person.signatures)
      await owner.query(
        `INSERT INTO files_files (id, user_id, purpose, given, kept, width, height, bytes, created_at)
         VALUES ($1, $2, 'signature', 'png', 'png', 300, 100, 1000, $3)`,
        [id, person.id, at],
      )
    await fund(ledger, person)
  }
  for (const { id, email, role } of operators)
    await owner.query(
      `INSERT INTO operators_people (id, email, email_key, role, password_hash, totp_secret, created_at)
       VALUES ($1, $2, $2, $3, '-', 'JBSWY3DPEHPK3PXP', $4)`,
      [id, email, role, at],
    )
  await installationTerms(owner, at)
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

/** What two operators decided before the seeds begin: payment addresses, savings, options for real accounts. */
async function installationTerms(owner: pg.Client, at: Date): Promise<void> {
  const [first, second] = operators
  const signed = [first?.id, second?.id]
  for (const [network, target] of [
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
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
  await owner.query(
    `INSERT INTO parameters_values (key, version, value, reason, changed_by, approved_by, changed_at)
     VALUES ('options.realCountries', 1, '["ZA"]', 'start', $1, $2, $3)`,
    [...signed, at],
  )
}
