import { Amount, type AssetCode, usdt } from '@candor/money'
import type { AccountClass, LedgerAsset } from './account-class.ts'
import { type AccountRef, house, type Ledger } from './ledger.ts'

/** Initial money of a sandbox's operator, so that everything can be tried: funded once in the ledger. */
const funded: readonly (readonly [AccountClass, string])[] = [
  ['trading-capital', '10000000'],
  ['negative-balance', '1000000'],
  ['yield-reserve', '1000000'],
  ['loan-capital', '1000000'],
]
const houseClasses: readonly AccountClass[] = [
  'trading-capital',
  'fee-revenue',
  'swap-revenue',
  'negative-balance',
  'yield-reserve',
  'loan-capital',
  'charity',
  'world',
]
const assets: readonly LedgerAsset[] = ['DEMO', 'USDT']

const houseAccount = (name: AccountClass, asset: LedgerAsset): AccountRef => ({
  class: name,
  owner: house,
  asset,
})

/** Opens the operator's accounts, which exist in every installation; funding them is up to the operator. */
export async function openHouseAccounts(ledger: Ledger): Promise<void> {
  await ledger.open([
    ...assets.flatMap((asset) => houseClasses.map((name) => houseAccount(name, asset))),
    houseAccount('hedge-capital', 'USDT'),
  ])
}

/** Initial coins for conversions in a sandbox; there is no demo money of them. */
const convertible = [
  ['USDT', '1000000'],
  ['BTC', '20'],
  ['ETH', '400'],
] as const satisfies readonly (readonly [AssetCode, string])[]

/** Funds the operator's accounts: with demo money everywhere, with real money only in a sandbox. */
export async function fundHouse(ledger: Ledger, sandbox: boolean): Promise<void> {
  for (const asset of sandbox ? assets : (['DEMO'] as const)) {
    for (const [name, amount] of funded) await fund(ledger, name, asset, usdt(amount).minor)
  }
  // Hedges are of real money alone.
  if (sandbox) await fund(ledger, 'hedge-capital', 'USDT', usdt('1000000').minor)
}

/** Once the accounts of every coin are open; only where the whole installation is a sandbox. */
export async function fundConversion(ledger: Ledger): Promise<void> {
  for (const [asset, amount] of convertible) {
    await fund(ledger, 'conversion', asset, Amount.parse(asset, amount)?.minor ?? 0n)
  }
}

async function fund(ledger: Ledger, name: AccountClass, asset: LedgerAsset, minor: bigint): Promise<void> {
  const outcome = await ledger.post({
    id: `sample-funding:${name}:${asset}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'operator-funding',
        from: houseAccount('world', asset),
        to: houseAccount(name, asset),
        minor,
      },
    ],
  })
  if (!outcome.ok) throw new Error(`the ledger refused to fund ${name} in ${asset}: ${outcome.why}`)
}
