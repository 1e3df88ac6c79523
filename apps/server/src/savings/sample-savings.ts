import { Amount, type AssetCode, type Rate, rate } from '@candor/money'
import { savingsDayOf } from '@candor/rules'
import { house } from '../ledger/ledger.ts'
import type { ServerContext } from '../module.ts'
import { reserveOf } from './savings-postings.ts'
import { lockCoin, termsOf } from './savings-store.ts'

interface Sample {
  readonly asset: AssetCode
  readonly min: string
  readonly dailyRate: Rate
  readonly reserve: string
}

/** Sober on purpose: 3.7 and 0.7 % a year. Ether is not offered: operators can try that. */
const samples: readonly Sample[] = [
  { asset: 'USDT', min: '10', dailyRate: rate('0.0001'), reserve: '10000' },
  { asset: 'BTC', min: '0.001', dailyRate: rate('0.00002'), reserve: '0.1' },
]

const minorOf = (asset: AssetCode, amount: string): bigint => {
  const parsed = Amount.parse(asset, amount)
  if (parsed === null) throw new Error(`${amount} is no amount of ${asset}`)
  return parsed.minor
}

/** Offers savings in a sandbox, with a reserve that covers them, once: what operators changed since stays. */
export async function addSampleSavings(context: ServerContext): Promise<void> {
  for (const sample of samples) await offer(context, sample)
}

async function offer({ db, ledger, clock }: ServerContext, sample: Sample): Promise<void> {
  const { asset } = sample
  if ((await termsOf(db.query, asset)) !== null) return
  const world = { class: 'world', owner: house, asset } as const
  await ledger.open([world])
  const outcome = await ledger.post({
    id: `sample-funding:savings-reserve:${asset}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'operator-funding',
        from: world,
        to: reserveOf(asset),
        minor: minorOf(asset, sample.reserve),
      },
    ],
  })
  if (!outcome.ok) throw new Error(`the ledger refused to fund savings in ${asset}: ${outcome.why}`)
  await db.transaction(async (tx) => {
    await lockCoin(tx, asset)
    if ((await termsOf(tx, asset)) !== null) return
    await tx
      .insertInto('savings_terms')
      .values({
        asset,
        taking: true,
        min_amount: minorOf(asset, sample.min),
        daily_rate: sample.dailyRate,
        rate_from: savingsDayOf(clock.now()),
        reason: 'sample content of a sandbox',
        proposed_by: 'sandbox',
        approved_by: 'sample content',
        changed_at: BigInt(clock.now()),
      })
      .execute()
  })
}
