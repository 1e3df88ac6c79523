import { houseBalance } from '../ledger/reports/house-balances.ts'
import { type ModuleFixture, openModuleFixture } from '../testing/module-fixture.ts'
import type { Call } from '../testing/serve-handlers.ts'
import { payDuePlans } from './pay-due-plans.ts'
import { planHouseAccounts } from './plan-postings.ts'
import { smartHandlers } from './routes.ts'
import { addSampleProducts } from './sample-products.ts'

export interface SmartFixture extends ModuleFixture {
  /** Calls of the module over HTTP, in the real account. */
  readonly call: Call
  /** Runs the scheduled payment. */
  pay(): Promise<number>
  /** In USDT's smallest unit. */
  money(owner: string): Promise<bigint>
  house(accountClass: 'yield-reserve' | 'plan-principal'): Promise<{ balance: bigint; held: bigint }>
}

/** Opens the smart module on real parts with the sample products and a yield reserve of this many minor units. */
export async function openSmartFixture(reserveMinor = 1_000_000_000n): Promise<SmartFixture> {
  const fixture = await openModuleFixture()
  const { db, ledger } = fixture
  await ledger.open(planHouseAccounts)
  if (reserveMinor > 0n) await fixture.fund('yield-reserve', 'house', 'USDT', reserveMinor)
  await addSampleProducts(db)
  const served = await fixture.serve(
    smartHandlers({
      ...fixture,
      customerOf: async (id) => fixture.customers.get(id) ?? { country: null, frozen: false },
      ownLimit: async () => null,
    }),
  )
  return {
    ...fixture,
    call: (name, input, who) => served(name, input, { mode: 'real', ...who }),
    pay: () => payDuePlans(fixture),
    money: async (owner) =>
      (await ledger.balancesOf(owner)).find(({ asset }) => asset === 'USDT')?.balanceMinor ?? 0n,
    house: (accountClass) => houseBalance(db.query, accountClass, 'USDT'),
  }
}
