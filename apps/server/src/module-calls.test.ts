import { readdirSync } from 'node:fs'
import { calls, opsCalls, savingsCalls, savingsOps } from '@candor/contract'
import { expect, it } from 'vitest'
import type { OpsHandlers, OpsHandlersOf } from './back-office/operators/ops-handlers.ts'
import { defineModule, type ServerModule } from './module.ts'
import type { Handlers, HandlersOf } from './platform/http/handlers.ts'

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
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const modules: Pick<ServerModule<never, never>, 'calls' | 'opsCalls'>[] = []
  for (const file of files.filter((name) => name.endsWith('.module.ts')))
    modules.push(
      ...Object.values((await import(/* @vite-ignore */ `./${file}`)) as object).filter(
        (one) => 'open' in Object(one),
      ),
    )
  const declared = (table: 'calls' | 'opsCalls') => modules.flatMap((one) => Object.keys(one[table] ?? {}))
  expect(modules.length).toBeGreaterThan(40)
  expect(declared('calls').toSorted()).toEqual(Object.keys(calls).toSorted())
  expect(declared('opsCalls').toSorted()).toEqual(Object.keys(opsCalls).toSorted())
})
