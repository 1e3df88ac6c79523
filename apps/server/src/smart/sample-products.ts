import { rate, usdt } from '@candor/money'
import type { Database } from '../platform/database/database.ts'

/** Sober on purpose: 0.010 to 0.030 % a day, 3.7 to 11 % a year (rulebook, Smart plans). */
const samples = [
  { id: 'harbour', name: 'Harbour', min: '100', max: '5000' },
  { id: 'meadow', name: 'Meadow', min: '1000', max: '20000' },
  { id: 'summit', name: 'Summit', min: '5000', max: '50000' },
] as const

/** Days and the daily yields at the smallest and the largest amount, product by product. */
const yields = [
  [7, ['0.00010', '0.00012'], ['0.00011', '0.00013'], ['0.00012', '0.00014']],
  [15, ['0.00012', '0.00015'], ['0.00013', '0.00016'], ['0.00014', '0.00017']],
  [30, ['0.00015', '0.00019'], ['0.00016', '0.00020'], ['0.00017', '0.00021']],
  [60, ['0.00019', '0.00024'], ['0.00020', '0.00025'], ['0.00021', '0.00026']],
  [90, ['0.00024', '0.00028'], ['0.00025', '0.00029'], ['0.00026', '0.00030']],
] as const

/** A sandbox's products, once: what an operator changed since stays. */
export async function addSampleProducts(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insertInto('smart_products')
      .values(
        samples.map(({ id, name, min, max }, position) => ({
          id,
          name,
          min_amount: usdt(min).minor,
          max_amount: usdt(max).minor,
          position,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await tx
      .insertInto('smart_timeframes')
      .values(
        yields.flatMap(([days, ...ofProducts]) =>
          ofProducts.map(([least, most], at) => ({
            product_id: samples[at]?.id ?? '',
            days,
            yield_min: rate(least),
            yield_max: rate(most),
          })),
        ),
      )
      .onConflict((conflict) => conflict.columns(['product_id', 'days']).doNothing())
      .execute()
  })
}
