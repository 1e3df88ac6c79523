import { type CallName, calls, successCodes } from '@candor/contract'
import { refusals } from '@candor/refusals'
import type { Customer } from '../customers/customer.ts'
import type { RequestRecord } from '../request-record.ts'
import type { World } from '../world.ts'

const day = 24 * 3_600_000
/** Time for which a request may be repeated with its key; the server remembers keys for seven days. */
export const rememberedMs = 6 * day
/** Every so many lost requests is never repeated. */
const neverRepeatedEvery = 4

/** Rows that a request makes one of, each with its owner. */
interface Effect {
  readonly calls: readonly CallName[]
  readonly rows: string
}

const effects: readonly Effect[] = [
  {
    calls: ['buyContract', 'reverseContract'],
    rows: 'SELECT id::text, user_id::text AS owner FROM orders_contracts WHERE part_of IS NULL',
  },
  { calls: ['buyOptions'], rows: 'SELECT id::text, user_id::text AS owner FROM options_orders' },
  { calls: ['buySmart'], rows: 'SELECT id::text, user_id::text AS owner FROM smart_plans' },
  { calls: ['loan'], rows: 'SELECT id::text, user_id::text AS owner FROM loans' },
  { calls: ['recharge'], rows: 'SELECT id::text, user_id::text AS owner FROM funding_deposits' },
  { calls: ['withdrawal'], rows: 'SELECT id::text, user_id::text AS owner FROM funding_withdrawals' },
  { calls: ['convert'], rows: 'SELECT id::text, user_id::text AS owner FROM funding_conversions' },
]

/** Movements whose answers do not name them: as many as there are accepted requests. */
interface CountedEffect {
  readonly call: CallName
  readonly counts: (input: Readonly<Record<string, unknown>>, world: World) => boolean
  /** One line per movement. */
  readonly rows: string
  /** Some accepted requests move nothing. */
  readonly atMost?: true
}

const savingsMove = (kind: string, side: string) =>
  `SELECT a.owner FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.${side} WHERE e.kind = '${kind}'`

const countedEffects: readonly CountedEffect[] = [
  { call: 'enterSavings', counts: () => true, rows: savingsMove('savings-entry', 'debited') },
  { call: 'exitSavings', counts: () => true, rows: savingsMove('savings-exit', 'credited') },
  {
    call: 'repayLoan',
    counts: () => true,
    rows: `SELECT l.user_id::text AS owner FROM loan_payments p JOIN loans l ON l.id = p.loan_id WHERE p.by = 'customer'`,
  },
  {
    call: 'buyNft',
    counts: ({ id }, { works }) => works.some((work) => work.auction && work.id === id),
    rows: 'SELECT user_id::text AS owner FROM nft_bids',
  },
  {
    // A part that is the whole leaves no part.
    call: 'closeContract',
    counts: ({ lots }) => lots !== undefined,
    rows: 'SELECT user_id::text AS owner FROM orders_contracts WHERE part_of IS NOT NULL',
    atMost: true,
  },
  {
    call: 'resetDemo',
    counts: () => true,
    // One reset may take two postings: the second moves what came between reading the balance and locking it.
    rows: `SELECT DISTINCT a.owner, regexp_replace(e.posting, ':[12]$', '') FROM ledger_entries e JOIN ledger_accounts a ON a.id IN (e.debited, e.credited)
            WHERE e.kind IN ('demo-grant', 'demo-reset') AND a.class = 'customer' AND e.posting NOT LIKE 'start:%'`,
    atMost: true,
  },
]

/** Keys of lost requests that were repeated when nothing failed any more: their answers leave nothing open. */
export type SettledKeys = ReadonlySet<string>

/** Repeats the requests whose answers were lost, as a client does later, with their keys. Some are never repeated. */
export async function repeatLost(world: World): Promise<SettledKeys> {
  const settled = new Set<string>()
  const accepted = new Set(world.requests.filter(isAccepted).map(keyOf))
  for (const record of world.requests.filter(isLost)) {
    const customer = world.customers.find(({ person }) => person.name === record.caller)
    if (customer === undefined || settled.has(keyOf(record)) || accepted.has(keyOf(record))) continue
    if (!isRepeatable(world, record)) continue
    const { mode, key = '' } = record.options
    const again = world.call(customer, record.call as CallName, record.input, { mode, key })
    await world.finish()
    if (isLost(again))
      world.reportFinding(
        `#${record.number} ${record.caller} ${record.call} is not answered when it is repeated`,
      )
    else if (!isRefusedUnread(again)) settled.add(keyOf(record))
  }
  return settled
}

type RepeatableRecord = RequestRecord & { readonly options: NonNullable<RequestRecord['options']> }

const isRepeatable = ({ now }: World, record: RequestRecord): record is RepeatableRecord =>
  record.options !== null && record.at >= now - rememberedMs && record.number % neverRepeatedEvery !== 0

/**
 * Checks that there are as many things as answers that said so: nothing was done twice, nothing without being asked for. A request that
 * was never answered did one thing or none.
 */
export async function checkOneEffect(world: World, settled: SettledKeys): Promise<void> {
  for (const effect of effects) await checkRows(world, effect, settled)
  for (const effect of countedEffects) await checkCount(world, effect, settled)
}

async function checkRows(world: World, effect: Effect, settled: SettledKeys): Promise<void> {
  const records = world.requests.filter(({ call }) => effect.calls.includes(call as CallName))
  const acceptedIds = new Set(records.map(acceptedId))
  const rows = await world.driver.statements.look<{ id: string; owner: string }>(effect.rows)
  const existingIds = new Set(rows.map(({ id }) => id))
  const [name] = effect.calls
  for (const id of acceptedIds)
    if (id !== null && !existingIds.has(id)) world.reportFinding(`${name} answered ${id}, which is not there`)
  for (const customer of world.customers) {
    const withoutNotice = rows.filter(({ id, owner }) => owner === customer.person.id && !acceptedIds.has(id))
    const { open } = keysOf(customer, records, settled)
    if (withoutNotice.length > open)
      world.reportFinding(
        `${customer.person.name} has ${withoutNotice.map(({ id }) => id).join(', ')} that no ${name} answered, and ${open} were never answered`,
      )
  }
}

async function checkCount(world: World, effect: CountedEffect, settled: SettledKeys): Promise<void> {
  const { call, counts, rows: text, atMost = false } = effect
  const records = world.requests.filter(
    (record) => record.call === call && counts(record.input as Readonly<Record<string, unknown>>, world),
  )
  const rows = await world.driver.statements.look<{ owner: string }>(text)
  for (const customer of world.customers) {
    const count = rows.filter(({ owner }) => owner === customer.person.id).length
    const { done, open } = keysOf(customer, records, settled)
    if (count > done + open || (count < done && !atMost))
      world.reportFinding(
        `${customer.person.name}: ${call} was accepted ${done} times and took effect ${count} times`,
      )
  }
}

/** Counts a customer's requests, each key once: accepted ones, and those with an unknown outcome. */
function keysOf({ person }: Customer, records: readonly RequestRecord[], settled: SettledKeys) {
  const own = records.filter(({ caller }) => caller === person.name)
  const done = new Set(own.filter(isAccepted).map(keyOf))
  const lost = new Set(own.filter(isLost).map(keyOf))
  const open = [...lost].filter((key) => !done.has(key) && !settled.has(key))
  return { done: done.size, open: open.length }
}

const keyOf = ({ caller, options }: RequestRecord): string => `${caller} ${options?.key ?? ''}`

/** A money call that a cut connection or a killed server left without an answer: it may have been done or not. */
const isLost = ({ call, response, abandoned }: RequestRecord): boolean =>
  call in calls && 'movesMoney' in calls[call as CallName] && (abandoned || (response?.status ?? 0) >= 500)

/** Refused for the customer's state, before anyone looked whether the key had an effect. */
const isRefusedUnread = ({ response }: RequestRecord): boolean => response?.code === refusals.accountFrozen

const isAccepted = ({ response }: RequestRecord): boolean =>
  response?.status === 200 && successCodes.some((code) => code === response.code)

/** The id that the answer of an accepted request names; null for any other. */
export const acceptedId = (record: RequestRecord): string | null =>
  isAccepted(record) ? ((record.response?.result as { id?: string } | null)?.id ?? null) : null
