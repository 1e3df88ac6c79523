import { accountsCalls } from './accounts.ts'
import { marketsCalls } from './markets.ts'
import { optionsCalls } from './options.ts'
import { ordersCalls } from './orders.ts'
import { smartCalls } from './smart.ts'

export * from './accounts.ts'
export * from './call.ts'
export * from './codes.ts'
export * from './live.ts'
export * from './markets.ts'
export * from './options.ts'
export * from './orders.ts'
export * from './smart.ts'

/** Every call of the product by its name. */
export const calls = {
  ...accountsCalls,
  ...marketsCalls,
  ...ordersCalls,
  ...optionsCalls,
  ...smartCalls,
} as const
export type Calls = typeof calls
export type CallName = keyof Calls
