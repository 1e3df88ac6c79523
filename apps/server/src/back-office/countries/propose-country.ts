import { optionsNeverIn } from '@candor/rules'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../platform/database/schema.ts'
import { invalidField } from '../../platform/http/refusal.ts'
import type { Parameters } from '../parameters/parameters.ts'
import type { ProposalDetails, ProposalKind } from '../proposals/proposal-kind.ts'
import { type CountryState, stateOf, writeState } from './country-lists.ts'

const payloadOf = z.object({
  code: z.string(),
  options: z.boolean(),
  plans: z.boolean(),
  /** Null: unchanged. */
  accounts: z.boolean().nullable().default(null),
})
export type CountryChange = z.infer<typeof payloadOf>

/** Refuses options where the law forbids them, and a change that changes nothing. */
export async function judgeChange(
  parameters: Parameters,
  reader: Kysely<Schema>,
  { code, options, plans, accounts }: CountryChange,
): Promise<CountryState> {
  if (options && optionsNeverIn(code)) throw invalidField('options', 'never')
  const before = await stateOf(parameters, reader, code)
  const after = { options, plans, accounts: accounts ?? before.accounts }
  const same = before.options === options && before.plans === plans && before.accounts === after.accounts
  if (same) throw invalidField('code', 'unchanged')
  return after
}

/** The proposal that opens or closes one country or its products. */
export const countryKind = (parameters: Parameters): ProposalKind<CountryChange> => ({
  kind: 'countries.change',
  roles: ['finance', 'risk', 'admin'],
  parse: (payload) => payloadOf.parse(payload),
  show: async (reader, change) => shownOf(change, await stateOf(parameters, reader, change.code)),
  apply: async (tx, change, people) => {
    const after = await judgeChange(parameters, tx, change)
    await writeState(parameters, tx, { code: change.code, ...after }, people)
  },
  afterApproval: async () => parameters.readAgain(),
})

const soldWords = (on: boolean) => (on ? 'offered' : 'not offered')
const accountWords = (open: boolean) => (open ? 'open' : 'closed')

function shownOf(change: CountryChange, now: CountryState): ProposalDetails {
  const { code, options, plans } = change
  const accounts = change.accounts ?? now.accounts
  return {
    summary: `${code}: accounts ${accountWords(accounts)}, options ${soldWords(options)}, plans ${soldWords(plans)}`,
    sections: [
      {
        title: `Country ${code}`,
        rows: [
          row('Sign-up, real trading and deposits', accountWords(now.accounts), accountWords(accounts)),
          row('Options for real accounts', soldWords(now.options), soldWords(options)),
          row('Smart plans', soldWords(now.plans), soldWords(plans)),
          {
            label: 'Applies to',
            value:
              'new business only: whatever is already running continues to its end, and customers can still close positions and withdraw',
            tone: 'plain',
          },
        ],
        images: [],
      },
    ],
  }
}

const row = (label: string, before: string, after: string) => ({
  label,
  value: before === after ? after : `${before} → ${after}`,
  tone: before === after ? ('plain' as const) : ('warn' as const),
})
