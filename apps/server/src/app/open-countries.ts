import type { CountryShown } from '@candor/contract'
import { countriesWithoutOptions, optionsNeverIn } from '@candor/rules'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Console } from '../back-office/operators/console.ts'
import type { ProposalPeople } from '../back-office/operators/proposal-kind.ts'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { Refusal } from '../platform/http/refusal.ts'

export interface CountriesParts {
  readonly db: Database
  readonly parameters: Parameters
  readonly console: Console
}

type Change = {
  readonly code: string
  readonly options: boolean
  readonly plans: boolean
  /** Null: unchanged. */
  readonly accounts: boolean | null
}
const change = z.object({
  code: z.string(),
  options: z.boolean(),
  plans: z.boolean(),
  accounts: z.boolean().nullable().default(null),
})

const optionsKey = 'options.realCountries' satisfies ParameterKey
const plansKey = 'smart.countriesOff' satisfies ParameterKey
const closedKey = 'countries.closed' satisfies ParameterKey
const roles = ['finance', 'risk', 'admin'] as const
const words = (on: boolean) => (on ? 'sold' : 'not sold')
const accountWords = (open: boolean) => (open ? 'open' : 'closed')
const issue = (path: string, code: string) => new Refusal('invalidInput', { issues: [{ path, code }] })

/**
 * Opens and closes countries and their products (trust T21, ADR-195): one country at a time, by two people. Where the law forbids
 * options they stay closed.
 */
export function openCountries({ db, parameters, console }: CountriesParts): void {
  const listed = async (reader: Kysely<Schema>, key: ParameterKey): Promise<string[]> => {
    const value = await parameters.valueIn(reader, key)
    return Array.isArray(value) ? value.map((one) => String(one).toUpperCase()) : []
  }
  const stateOf = async (reader: Kysely<Schema>, code: string) => ({
    options: (await listed(reader, optionsKey)).includes(code),
    plans: !(await listed(reader, plansKey)).includes(code),
    accounts: !(await listed(reader, closedKey)).includes(code),
  })
  const judge = async (reader: Kysely<Schema>, { code, options, plans, accounts }: Change): Promise<void> => {
    if (options && optionsNeverIn(code)) throw issue('options', 'never')
    const now = await stateOf(reader, code)
    const same = now.options === options && now.plans === plans && now.accounts === (accounts ?? now.accounts)
    if (same) throw issue('code', 'unchanged')
  }
  const write = async (
    tx: Tx,
    key: ParameterKey,
    { code, on }: { code: string; on: boolean },
    { reason, proposedBy, approvedBy }: ProposalPeople,
  ): Promise<void> => {
    const before = await listed(tx, key)
    if (before.includes(code) === on) return
    const value = on ? [...before, code].sort() : before.filter((one) => one !== code)
    const written = await parameters.changeIn(tx, { key, value, reason, changedBy: proposedBy, approvedBy })
    if ('refused' in written) throw new Error(`${key} was refused: ${written.refused}`)
  }
  console.registerProposalKind<Change>({
    kind: 'countries.change',
    roles,
    parse: (payload) => change.parse(payload),
    show: async (reader, { code, options, plans, accounts }) => {
      const now = await stateOf(reader, code)
      const open = accounts ?? now.accounts
      const row = (label: string, was: string, is: string) => ({
        label,
        value: was === is ? is : `${was} → ${is}`,
        tone: was === is ? ('plain' as const) : ('warn' as const),
      })
      return {
        summary: `${code}: accounts ${accountWords(open)}, options ${words(options)}, plans ${words(plans)}`,
        sections: [
          {
            title: `Country ${code}`,
            rows: [
              row('Sign-up, real trading, deposits', accountWords(now.accounts), accountWords(open)),
              row('Options, real accounts', words(now.options), words(options)),
              row('Smart plans', words(now.plans), words(plans)),
              {
                label: 'For',
                value: 'what is new: what runs goes on to its end, and everybody can close and withdraw',
                tone: 'plain',
              },
            ],
            images: [],
          },
        ],
      }
    },
    apply: async (tx, payload, people) => {
      await judge(tx, payload)
      await write(tx, optionsKey, { code: payload.code, on: payload.options }, people)
      await write(tx, plansKey, { code: payload.code, on: !payload.plans }, people)
      if (payload.accounts !== null)
        await write(tx, closedKey, { code: payload.code, on: !payload.accounts }, people)
    },
    afterApproval: async () => parameters.readAgain(),
  })
  console.handle({
    opsCountries: async () => {
      const [options, plansOff] = [await listed(db.query, optionsKey), await listed(db.query, plansKey)]
      const closed = await listed(db.query, closedKey)
      const living = await customersByCountry(db)
      const codes = new Set([
        ...countriesWithoutOptions,
        ...options,
        ...plansOff,
        ...closed,
        ...living.keys(),
      ])
      codes.delete('')
      const countries = [...codes].sort().map(
        (code): CountryShown => ({
          code,
          customers: living.get(code) ?? 0,
          options: optionsIn(code, options),
          plans: plansOff.includes(code) ? 'off' : 'on',
          accounts: closed.includes(code) ? 'closed' : 'open',
        }),
      )
      return { countries, unknown: living.get('') ?? 0 }
    },
    opsProposeCountry: async ({ reason, accounts = null, ...rest }, operator) => {
      const payload = { ...rest, accounts }
      await judge(db.query, payload)
      const { id } = await console.propose({ kind: 'countries.change', payload, reason }, operator)
      return { id }
    },
  })
}

const optionsIn = (code: string, listed: readonly string[]): CountryShown['options'] => {
  if (optionsNeverIn(code)) return 'never'
  return listed.includes(code) ? 'on' : 'off'
}

/** Counts customers by country of residence; '' holds those whose country is not known. */
async function customersByCountry(db: Database): Promise<Map<string, number>> {
  const rows = await db.query
    .selectFrom('accounts_users')
    .select(['country', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('status', '<>', 'closed')
    .groupBy('country')
    .execute()
  return new Map(rows.map(({ country, count }) => [country ?? '', Number(count)]))
}
