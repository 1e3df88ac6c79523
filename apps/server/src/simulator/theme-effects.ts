import type { Customer } from './customers/customer.ts'
import { SimulatedChain } from './surroundings/simulated-chain.ts'
import type { World } from './world.ts'

/** A node that sees payments is needed before one person may credit a deposit, and before a place is verified. */
export function settleInto(world: World): void {
  world.log(`theme: ${world.theme ?? 'none'}`)
  if (world.theme === 'payments' || world.theme === 'places')
    world.chain ??= new SimulatedChain(() => world.driver.time.now())
  if (world.theme === 'takeovers') world.faulty = true
}

const isAboutPayments = ({ theme }: World): boolean => theme === 'payments' || theme === 'freezes'

/** Milliseconds between two steps. A new code for a withdrawal is mailed after a minute at the earliest. */
export function pausesOf(world: World): readonly number[] {
  if (isAboutPayments(world)) return [20, 150, 400, 900, 2_500, 15_000, 65_000, 65_000]
  // An option runs for a minute at least, and a halt has to begin before its end.
  return world.theme === 'halts' ? [150, 900, 2_500, 8_000, 15_000] : [20, 80, 150, 400, 900, 2_500]
}

/** Customers act four times as often as operators; where operators are the theme, as often. */
export const customersShare = ({ theme }: World): number =>
  theme === null || theme === 'nights' || theme === 'takeovers' || theme === 'resends' ? 0.8 : 0.5

/** Chance per step of a faulty seed that clocks are set: never where options or trailing stops are the theme, which are not judged then. */
export const clockChance = ({ theme }: World): number =>
  theme === 'halts' || theme === 'takeovers' ? 0 : 0.01

/** Share of calls with real money that trade; the others move money. */
export const realTradingShare = ({ theme }: World): number => (theme === 'takeovers' ? 0.95 : 0.55)

/** Share of the batches of trading whose answer is lost, so that they are sent again. */
export const lostBatches = ({ theme }: World): number => (theme === 'resends' ? 0.15 : 0)

/** Weight of changes of orders among the calls of trading. */
export const editsWeight = ({ theme }: World): number => (theme === 'takeovers' ? 60 : 10)

/** Weight of options among the calls of trading. */
export const optionsWeight = ({ theme }: World): number => (theme === 'halts' ? 150 : 14)

interface NightChances {
  readonly hours: number
  readonly restart: number
  /** Hours for which no server runs at a restart; null: none. */
  readonly down: readonly number[] | null
}

/**
 * Chance per step that hours pass, and that the server is restarted: in seeds about nights, often while markets are closed, and sometimes
 * after nights without a server, which are then owed.
 */
export const nightChances = ({ theme }: World): NightChances =>
  theme === 'nights'
    ? { hours: 0.05, restart: 0.03, down: [0, 0, 26, 50] }
    : { hours: 0.012, restart: 0.004, down: null }

/** Chance per step that a server is killed, and that the one in its place is killed at once too. */
export const killChances = ({ theme, faulty }: World): { readonly first: number; readonly again: number } =>
  theme === 'takeovers' ? { first: 0.08, again: 0.3 } : { first: faulty ? 0.01 : 0, again: 0 }

/**
 * Share of market orders with a trailing stop, and its distances as shares of the price: what each has followed must survive its server.
 * Near ones are reached soon, far ones follow for long beside others.
 */
export const trailingOrders = ({
  theme,
}: World): { readonly share: number; readonly distances: readonly number[] } =>
  theme === 'takeovers' ? { share: 0.9, distances: [0.006, 0.03, 0.08] } : { share: 0.1, distances: [0.01] }

/** Sizes of orders where many of each customer are to be open at once; null: whatever fits the market. */
export const smallLots = ({ theme }: World): readonly string[] | null =>
  theme === 'takeovers' ? ['0.001', '0.002'] : null

/** Weight of market orders among the calls of trading. */
export const marketOrdersWeight = ({ theme }: World): number => (theme === 'takeovers' ? 90 : 26)

/**
 * Markets in which customers trade: few where stops or halts are the theme, so that many follow the same prices. That of stops is always
 * open.
 */
export function tradedCodes({ theme, market }: World): readonly string[] {
  if (theme === 'takeovers') return ['BTCUSDT']
  return theme === 'halts' ? market.codes.slice(0, 2) : market.codes
}

/** Markets that operators halt and resume: those with options where halts are the theme, otherwise all. */
export const haltedCodes = (world: World): readonly string[] =>
  world.theme === 'halts' ? tradedCodes(world) : world.market.codes

/** Share of the decisions open to several that falls to the one who makes most of them. */
export const busiestShare = ({ theme }: World): number => (theme === 'payments' ? 0.6 : 0.4)

/** One customer; in seeds about payments mostly the one whose money is enough for many of them. */
export function someCustomer(world: World): Customer {
  const { chance, customers } = world
  const richest = isAboutPayments(world) && chance.happens(0.6) ? richestOf(customers) : null
  return richest ?? chance.pick(customers)
}

const richestOf = (customers: readonly Customer[]): Customer | null =>
  customers.reduce<Customer | null>(
    (most, one) => (most === null || one.person.start.USDT > most.person.start.USDT ? one : most),
    null,
  )

/** True when this customer's next call belongs to the theme. */
export const paysNow = (world: World): boolean => isAboutPayments(world) && world.chance.happens(0.5)
