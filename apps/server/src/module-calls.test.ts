import { calls, opsCalls, savingsCalls, savingsOps } from '@candor/contract'
import { expect, it } from 'vitest'
import type { OpsHandlers, OpsHandlersOf } from './back-office/operators/ops-handlers.ts'
import { defineModule } from './module.ts'
import type { Handlers, HandlersOf } from './platform/http/handlers.ts'
import { allModules } from './testing/modules/all-modules.ts'

declare const savings: HandlersOf<typeof savingsCalls>
declare const operators: OpsHandlersOf<typeof savingsOps>
declare const anyHandlers: Handlers
declare const anyOperators: OpsHandlers
const { listSavings: _leftOut, ...withoutOne } = savingsCalls

// Never run: each line holds by what compiles.
export const declarations = () => [
  defineModule({ name: 'savings', calls: savingsCalls, open: () => ({ handlers: savings }) }),
  // @ts-expect-error: a call of the module has no handler
  defineModule({ name: 'savings', calls: savingsCalls, open: () => ({ handlers: {} }) }),
  // @ts-expect-error: nor has any of them
  defineModule({ name: 'savings', calls: savingsCalls, open: () => ({ jobs: [] }) }),
  // @ts-expect-error: a handler is of a call that the module does not declare
  defineModule({ name: 'savings', calls: withoutOne, open: () => ({ handlers: savings }) }),
  // @ts-expect-error: a module without calls has handlers
  defineModule({ name: 'savings', open: () => ({ handlers: savings }) }),
  // @ts-expect-error: the type does not say which handlers are there
  defineModule({ name: 'savings', calls: savingsCalls, open: () => ({ handlers: anyHandlers }) }),
  // @ts-expect-error: a module that opens later is held to the same
  defineModule({ name: 'savings', calls: savingsCalls, open: async () => ({ handlers: {} }) }),

  defineModule({
    name: 'savings',
    calls: savingsCalls,
    // @ts-expect-error: a call of another module is exported
    export: [{ call: 'listSupport', folder: 'person' }],
    open: () => ({ handlers: savings }),
  }),
  defineModule({
    name: 'savings',
    calls: savingsCalls,
    // @ts-expect-error: documents of a list come from a call of another module
    export: [{ call: 'listSavings', folder: 'real', list: 'plain', document: 'loanAgreement' }],
    open: () => ({ handlers: savings }),
  }),

  defineModule({
    name: 'savings',
    opsCalls: savingsOps,
    open: () => ({ backOffice: { handlers: operators } }),
  }),
  // @ts-expect-error: a call of the console has no handler
  defineModule({ name: 'savings', opsCalls: savingsOps, open: () => ({ backOffice: { handlers: {} } }) }),
  // @ts-expect-error: nor has the module a side of the console
  defineModule({ name: 'savings', opsCalls: savingsOps, open: () => ({ jobs: [] }) }),
  // @ts-expect-error: a module without calls of the console handles some
  defineModule({ name: 'savings', open: () => ({ backOffice: { handlers: operators } }) }),
  defineModule({
    name: 'savings',
    opsCalls: savingsOps,
    // @ts-expect-error: the type does not say which handlers are there
    open: () => ({ backOffice: { handlers: anyOperators } }),
  }),
]

it('I13.3: every call of the contract is declared by exactly one module', async () => {
  const modules = (await allModules()).map(({ module }) => module)
  const declared = (table: 'calls' | 'opsCalls') => modules.flatMap((one) => Object.keys(one[table] ?? {}))
  expect(modules.length).toBeGreaterThan(40)
  expect(declared('calls').toSorted()).toEqual(Object.keys(calls).toSorted())
  expect(declared('opsCalls').toSorted()).toEqual(Object.keys(opsCalls).toSorted())
})

it('I13.3: every call that shows a customer their own data is exported by its module, or stated as left out', async () => {
  const parts = (await allModules()).flatMap(({ module }) => module.export ?? [])
  const exported = parts.flatMap(({ call, document }) => (document === undefined ? [call] : [call, document]))
  const own = Object.entries(calls)
    .filter(([, { access, method }]) => access === 'customer' && method === 'GET')
    .map(([name]) => name)
  expect([...exported, ...Object.keys(leftOut)].toSorted()).toEqual([...own, 'getUserInfo'].toSorted())
})

/** Customers' calls that an export leaves out. */
const leftOut = {
  export: 'the archive itself',
  getContractOrderById: 'in its list',
  getOptionsOrderById: 'in its list',
  taxStatement: 'sums of the statement’s entries',
  getLoan: 'in its list',
  listAllOrders: 'in the lists of each kind',
  listTags: 'with each order',
  tradeStatistics: 'sums of the lists',
  getReceipt: 'beside the list of its orders',
  receiptAccount: 'beside the list of its orders',
  getDepositAddress: 'requests something new',
  quoteConvert: 'requests something new',
  loanLimit: 'an offer, not a record',
  liabilityLeaf: 'published by day, and checked on its page',
  supportPicture: 'among the pictures',
  vipStanding: 'its rebates are in the statement',
}
