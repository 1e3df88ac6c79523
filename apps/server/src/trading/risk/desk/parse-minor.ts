import { usdt } from '@candor/money'

/** Reads an amount of USDT that we wrote ourselves, in its smallest unit. */
export const parseMinor = (text: string): bigint => usdt(text).minor
