import type { ParameterShown } from '@candor/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServerContext } from '../../module.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Json } from '../../platform/json.ts'
import type { Operator } from '../operators/operator.ts'
import type { OpsHandlers } from '../operators/ops-handlers.ts'
import type { ProposalKind } from '../proposals/proposal-kind.ts'
import { type ParameterKey, parameterRules, ruleOf } from './defaults.ts'
import { pageOf } from './parameter-rule.ts'
import type { Parameters } from './parameters.ts'

type Change = { readonly key: string; readonly value: Json }
const change = z.object({ key: z.string(), value: z.json() })

/**
 * Refuses `notFound` for an unknown key, `invalidInput` at `key` for a parameter that another page changes by its own rules
 * (`tariff`, `countries`, `loans`), and `invalidInput` at `value` for a value that is not possible now: `fixed`, `kind`,
 * `order`. Checked when a change is proposed, shown and approved.
 */
async function judge(parameters: Parameters, db: Kysely<Schema>, { key, value }: Change): Promise<void> {
  const rule = ruleOf(key)
  if (rule === null) throw new Refusal('notFound')
  const page = pageOf(rule)
  if (page !== null) throw new Refusal('invalidInput', { issues: [{ path: 'key', code: page }] })
  const refused = await parameters.refusalOfValue(db, key, value)
  if (refused !== null) throw new Refusal('invalidInput', { issues: [{ path: 'value', code: refused }] })
}

/** A change of one parameter that two people decide. */
export const parameterKind = (parameters: Parameters): ProposalKind<Change> => ({
  kind: 'parameters.change',
  roles: ['risk', 'finance', 'admin'],
  parse: (payload) => change.parse(payload),
  show: async (tx, { key, value }) => {
    const now = await parameters.valueIn(tx, key)
    return {
      summary: `Change ${key} from ${JSON.stringify(now)} to ${JSON.stringify(value)}`,
      sections: [
        {
          title: 'Parameter',
          rows: [
            { label: 'Name', value: key, tone: 'plain' as const },
            { label: 'Current value', value: JSON.stringify(now), tone: 'plain' as const },
            { label: 'New value', value: JSON.stringify(value), tone: 'warn' as const },
          ],
          images: [],
        },
      ],
    }
  },
  judge: (reader, payload) => judge(parameters, reader, payload),
  apply: async (tx, { key, value }, { reason, proposedBy, approvedBy }) => {
    await judge(parameters, tx, { key, value })
    await write(tx, parameters, { key, value, reason, changedBy: proposedBy, approvedBy })
  },
  afterApproval: async () => parameters.readAgain(),
})

/** Operators' calls about parameters. */
export const parameterHandlers = (context: ServerContext) =>
  ({
    opsParameters: () => listParameters(context.db, context.parameters),
    opsParameterHistory: async ({ key }) => historyOf(context.db, context.parameters, key),
    opsChangeParameter: (input, operator) => changeParameter(context, input, operator),
  }) satisfies OpsHandlers

async function changeParameter(
  { db, parameters, console }: ServerContext,
  { key, value, reason }: Change & { readonly reason: string },
  operator: Operator,
) {
  await judge(parameters, db.query, { key, value })
  if (ruleOf(key)?.fourEyes === true) {
    const request = { kind: 'parameters.change', payload: { key, value }, reason }
    return { version: null, proposalId: (await console.propose(request, operator)).id }
  }
  const before = await parameters.value(key as ParameterKey)
  const made = { key, value, reason, changedBy: operator.id, approvedBy: null }
  const version = await db.transaction(async (tx) => {
    const written = await write(tx, parameters, made)
    await console.audit.write(tx, {
      actor: operator.id,
      action: 'parameters.change',
      subject: `parameter:${key}`,
      reason,
      before,
      after: value,
    })
    return written
  })
  parameters.readAgain()
  return { version, proposalId: null }
}

async function write(
  tx: Tx,
  parameters: Parameters,
  change: Change & { reason: string; changedBy: string; approvedBy: string | null },
): Promise<number> {
  const written = await parameters.changeIn(tx, change)
  if ('refused' in written)
    throw new Refusal('invalidInput', { issues: [{ path: 'value', code: written.refused }] })
  return written.version
}

async function listParameters(db: Database, parameters: Parameters): Promise<ParameterShown[]> {
  const { rows } = await db.pool.query<{ key: string; version: number; at: Date }>(
    'SELECT DISTINCT ON (key) key, version, changed_at AS at FROM parameters_values ORDER BY key, version DESC',
  )
  const newest = new Map(rows.map((row) => [row.key, row]))
  const keys = Object.keys(parameterRules) as ParameterKey[]
  return Promise.all(
    keys.map(async (key) => {
      const rule = ruleOf(key)
      return {
        key,
        value: await parameters.value(key),
        standard: rule?.value ?? null,
        fourEyes: rule?.fourEyes === true,
        open: rule?.open === true,
        fixed: parameters.isFixed(key),
        page: rule === null ? null : pageOf(rule),
        range: rule?.range ?? null,
        version: newest.get(key)?.version ?? 0,
        changedAt: newest.get(key)?.at.toISOString() ?? null,
      }
    }),
  )
}

async function historyOf(db: Database, parameters: Parameters, key: string) {
  if (ruleOf(key) === null) throw new Refusal('notFound')
  const people = await db.query.selectFrom('operators_people').select(['id', 'email']).execute()
  const nameOf = (id: string) => people.find((one) => one.id === id)?.email ?? id
  return (await parameters.history(key)).map(
    ({ version, value, reason, changedBy, approvedBy, changedAt }) => ({
      version,
      value,
      reason,
      changedBy: nameOf(changedBy),
      approvedBy: approvedBy === null ? null : nameOf(approvedBy),
      changedAt: changedAt.toISOString(),
    }),
  )
}
