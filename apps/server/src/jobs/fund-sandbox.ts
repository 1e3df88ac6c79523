import { Amount, type AssetCode, usdt } from '@candor/money'
import { type AccountClass, type AccountRef, house, type Ledger, type LedgerAsset } from '../ledger/ledger.ts'

/** What a sandbox's operator starts with, so that everything can be tried: their own money in the ledger, funded once. */
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

/** The operator's accounts exist in every installation; what stands in them is the operator's affair. */
export async function openHouseAccounts(ledger: Ledger): Promise<void> {
  await ledger.open(assets.flatMap((asset) => houseClasses.map((name) => houseAccount(name, asset))))
}

/** What a sandbox converts coins with; there is no demo money of it. */
const convertible = [
  ['USDT', '1000000'],
  ['BTC', '20'],
  ['ETH', '400'],
] as const satisfies readonly (readonly [AssetCode, string])[]

/** Demo money of the house is play money everywhere; real money is put in only where the whole installation is a sandbox. */
export async function fundHouse(ledger: Ledger, sandbox: boolean): Promise<void> {
  for (const asset of sandbox ? assets : (['DEMO'] as const)) {
    for (const [name, amount] of funded) await fund(ledger, name, asset, usdt(amount).minor)
  }
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
