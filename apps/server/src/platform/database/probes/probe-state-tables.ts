import { depositMoves, loanMoves, withdrawalMoves, workMoves } from '@candor/rules'
import { hedgeOrderMoves } from '@candor/rules/hedging/hedge-order.ts'
import { contractMoves } from '@candor/rules/orders/contract.ts'
import type pg from 'pg'
import { refusalOf, strip } from './bare-table.ts'
import { tableRules } from './catalogue.ts'

/** A table of permitted transitions that `packages/rules` states and a trigger enforces. */
interface StateTable {
  readonly table: string
  readonly column: string
  readonly trigger: string
  /** Name that the trigger refuses with. */
  readonly refusal: string
  readonly moves: Readonly<Record<string, readonly string[]>>
}

export const stateTables: readonly StateTable[] = [
  {
    table: 'orders_contracts',
    column: 'status',
    trigger: 'orders_contracts_move',
    refusal: 'orders_moves',
    moves: contractMoves,
  },
  {
    table: 'funding_withdrawals',
    column: 'status',
    trigger: 'funding_withdrawals_move',
    refusal: 'funding_withdrawal_moves',
    moves: withdrawalMoves,
  },
  {
    table: 'funding_deposits',
    column: 'status',
    trigger: 'funding_deposits_move',
    refusal: 'funding_deposit_moves',
    moves: depositMoves,
  },
  {
    table: 'hedging_orders',
    column: 'state',
    trigger: 'hedging_orders_move',
    refusal: 'hedging_moves',
    moves: hedgeOrderMoves,
  },
  { table: 'loans', column: 'status', trigger: 'loans_move', refusal: 'loans_moves', moves: loanMoves },
  { table: 'nft_works', column: 'state', trigger: 'nft_works_move', refusal: 'nft_moves', moves: workMoves },
]

/** Every state that a table of moves holds. An identity's database rule is also tested by its cases, in the kyc module. */
export const storedStates: readonly Pick<StateTable, 'table' | 'column'>[] = [
  ...stateTables,
  { table: 'kyc_cases', column: 'status' },
  { table: 'accounts_users', column: 'kyc' },
]

/** Lists the transitions that the trigger allows, in the form of the rules. */
export async function movesInDatabase(
  client: pg.ClientBase,
  stateTable: StateTable,
): Promise<Record<string, string[]>> {
  const { table, trigger, moves } = stateTable
  const states = Object.keys(moves)
  const permitted: Record<string, string[]> = {}
  await client.query('BEGIN')
  try {
    const rules = await tableRules(client)
    await strip(
      client,
      table,
      rules.filter((rule) => rule.table === table),
    )
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER "${trigger}"`)
    for (const from of states) {
      permitted[from] = []
      for (const to of states) if (await isPermitted(client, stateTable, [from, to])) permitted[from].push(to)
    }
    return permitted
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Tries one transition. Throws where something other than the table of transitions refuses it. */
async function isPermitted(
  client: pg.ClientBase,
  { table, column, refusal }: StateTable,
  [from, to]: readonly [from: string, to: string],
): Promise<boolean> {
  const row = JSON.stringify({ [column]: from })
  const refused = await refusalOf(client, async () => {
    await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [row])
    await client.query(`UPDATE ${table} SET "${column}" = $1`, [to])
  })
  if (refused !== null && refused !== refusal) throw new Error(`${table}: ${from} to ${to}: ${refused}`)
  return refused === null
}
