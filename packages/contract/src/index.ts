import { accountsCalls } from './accounts.ts'
import { marketsCalls } from './markets.ts'
import { ordersCalls } from './orders.ts'

export * from './accounts.ts'
export * from './call.ts'
export * from './codes.ts'
export * from './live.ts'
export * from './markets.ts'
export * from './orders.ts'

/** Every call of the product by its name. */
export const calls = { ...accountsCalls, ...marketsCalls, ...ordersCalls } as const
export type Calls = typeof calls
export type CallName = keyof Calls
