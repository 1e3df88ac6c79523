import { Amount } from '@candor/money'

/**
 * Adds today's earnings from options and plans to the figures of an account. Awaits both at once, so that a failure of either is the
 * call's, and never an unhandled rejection.
 */
export async function withEarnings<F extends { readonly todayEarnings: string }>(
  figures: Promise<F>,
  earned: Promise<bigint>,
): Promise<Awaited<F>> {
  const [stated, earnedMinor] = await Promise.all([figures, earned])
  const traded = Amount.parse('USDT', stated.todayEarnings)
  if (traded === null) throw new Error(`not an amount: ${stated.todayEarnings}`)
  return { ...stated, todayEarnings: traded.plus(new Amount('USDT', earnedMinor)).toString() }
}
