import { usdt } from '@candor/money'
import type { ServerContext } from '../module.ts'

/** Worth in USDT's smallest unit up to which one person decides deposits or withdrawals of a day. */
export const onePersonLimit = async ({ parameters }: ServerContext): Promise<bigint> =>
  usdt(String(await parameters.value('withdrawal.twoReviewersAbove'))).minor
