import type { Person } from './people.ts'

/** A customer as the simulator knows them: what their own requests brought. */
export interface Customer {
  readonly person: Person
  readonly contracts: { id: string; mode: 'demo' | 'real'; code: string }[]
  readonly plans: string[]
  readonly loans: string[]
  readonly withdrawals: string[]
  readonly quotes: { quoteId: string; from: string; to: string; amount: string }[]
}

/** Creates a customer who has not made a request yet. */
export const newCustomer = (person: Person): Customer => ({
  person,
  contracts: [],
  plans: [],
  loans: [],
  withdrawals: [],
  quotes: [],
})
