import {
  editsWeight,
  marketOrdersWeight,
  optionsWeight,
  smallLots,
  tradedCodes,
  trailingOrders,
} from '../theme-effects.ts'
import type { World } from '../world.ts'
import type { Customer } from './customer.ts'
import type { PlannedCall } from './planned-call.ts'

const lots: Readonly<Record<string, readonly string[]>> = {
  XAUUSD: ['0.01', '0.1', '0.49', '1', '0.49'],
  EURUSD: ['0.01', '0.3', '1', '2.5', '9'],
  BTCUSDT: ['0.001', '0.05', '0.2', '0.33'],
  ETHUSDT: ['0.01', '1', '3.3'],
  AAPL: ['1', '20', '170'],
  USDJPY: ['0.01', '0.5', '2'],
  DE30: ['0.01', '0.1', '0.4'],
}
const leverages: Readonly<Record<string, readonly number[]>> = {
  XAUUSD: [1, 10, 20],
  EURUSD: [1, 30],
  BTCUSDT: [1, 2],
  ETHUSDT: [2],
  AAPL: [1, 5],
  USDJPY: [30],
  DE30: [20],
}

const pickCode = (world: World) => world.chance.pick(tradedCodes(world))

/** A market order; now and then with exits, a trailing stop, a wrong leverage or far too many lots. */
function buyNow(world: World): PlannedCall {
  const { chance, market } = world
  const code = pickCode(world)
  const direction = chance.pick(['buy', 'sell'])
  const body = { code, direction, ...size(world, code), kind: 'market' }
  const slippage = chance.happens(0.1) ? { maxSlippage: chance.pick(['0', '1000']) } : {}
  const { share, distances } = trailingOrders(world)
  const trailing = chance.happens(share)
    ? { trailing: offset(market.near(code, 0), chance.pick(distances)) }
    : {}
  const exits = chance.happens(0.3)
    ? { protected: true, ...exitsOf(world, code, direction) }
    : { protected: false }
  return ['buyContract', { ...body, ...exits, ...trailing, ...slippage }]
}

function size(world: World, code: string) {
  const { chance } = world
  const wrong = chance.happens(0.04)
  return {
    lots: wrong
      ? chance.pick(['0.00001', '900000', '0'])
      : chance.pick(smallLots(world) ?? lots[code] ?? ['1']),
    leverage: wrong ? chance.pick([0, 999, 1]) : chance.pick(leverages[code] ?? [1]),
  }
}

/** Levels far beyond every price, at the edges of what is stored. */
const extremeLevels = ['99999999', '922337203.68', '922337203.6854775808', '999999999', '1000000000']

/** Chosen by a share that was drawn for something else, so that a seed draws nothing more. */
const extremeLevel = (share: number): string =>
  extremeLevels[Math.floor(share * 1e6) % extremeLevels.length] ?? '999999999'

/** Exits on either side of the price; now and then on the wrong side or far beyond every price. */
function exitsOf({ chance, market }: World, code: string, direction: string) {
  const share = 0.004 + chance.unit() * 0.03
  const [below, above] = [market.near(code, -share), market.near(code, share)]
  const right = chance.happens(0.95)
  if (!right && share < 0.02)
    return direction === 'buy'
      ? { stopLoss: below, takeProfit: extremeLevel(share) }
      : { stopLoss: extremeLevel(share), takeProfit: below }
  return (direction === 'buy') === right
    ? { stopLoss: below, takeProfit: above }
    : { stopLoss: above, takeProfit: below }
}

/** A distance as a share of a price, with the decimals of that price. */
const offset = (near: string, share: number): string =>
  (Number(near) * share).toFixed(near.split('.')[1]?.length ?? 0)

/** A limit or stop order, near enough to be reached; now and then on the wrong side or far beyond every price. */
function buyLater(world: World): PlannedCall {
  const { chance, market } = world
  const code = pickCode(world)
  const direction = chance.pick(['buy', 'sell'])
  const kind = chance.pick(['limit', 'stop'])
  const below = (direction === 'buy') === (kind === 'limit') ? -1 : 1
  const share = 0.0005 + chance.unit() * 0.01
  const right = chance.happens(0.95)
  const price =
    !right && share < 0.006 ? extremeLevel(share) : market.near(code, below * share * (right ? 1 : -1))
  const end = world.now + chance.whole(1_000, 4_000_000)
  const expiresAt = chance.happens(0.3) ? { expiresAt: new Date(end).toISOString() } : {}
  return [
    'buyContract',
    { code, direction, ...size(world, code), kind, price, protected: false, ...expiresAt },
  ]
}

/** XAUUSD both ways, as large as the account allows: the pair that must not pump money. */
function hedge({ chance }: World): PlannedCall {
  const both = chance.pick(['buy', 'sell'])
  return [
    'buyContract',
    { code: 'XAUUSD', direction: both, lots: '0.49', leverage: 20, kind: 'market', protected: false },
  ]
}

type KnownOrder = Customer['contracts'][number]

/** One of the customer's own orders, or now and then somebody else's. */
function orderOf(world: World, customer: Customer, mode: 'demo' | 'real'): KnownOrder | null {
  const { chance, customers } = world
  const owner = chance.happens(0.03) ? chance.pick(customers) : customer
  const own = owner.contracts.filter((order) => order.mode === mode).slice(-12)
  return own.length === 0 ? null : chance.pick(own)
}

/** Other levels near the price of its market, now and then of another market. */
function edit(world: World, { id, code: own }: KnownOrder): PlannedCall {
  const { chance, market } = world
  const code = chance.happens(0.9) ? own : pickCode(world)
  const level = market.near(code, (chance.unit() - 0.5) * 0.04)
  const changed = chance.pick([
    { stopLoss: level },
    { takeProfit: level },
    { stopLoss: null },
    { trailing: offset(market.near(code, 0), 0.005 + chance.unit() * 0.02) },
    { trailing: null },
    { price: level },
  ])
  return ['editContract', { id, ...changed }]
}

/** Every call of contracts and options. */
export function tradingCall(world: World, customer: Customer, mode: 'demo' | 'real'): PlannedCall | null {
  const { chance } = world
  const known = orderOf(world, customer, mode)
  const onOrder = (make: (order: KnownOrder) => PlannedCall) => () =>
    known === null ? buyNow(world) : make(known)
  const make = chance.weighted<() => PlannedCall | null>([
    [marketOrdersWeight(world), () => buyNow(world)],
    [12, () => buyLater(world)],
    [6, () => hedge(world)],
    [16, onOrder(({ id }) => ['closeContract', { id }])],
    [7, onOrder(({ id }) => ['closeContract', { id, lots: chance.pick(['0.01', '0.1', '0.001', '1']) }])],
    [editsWeight(world), onOrder((order) => edit(world, order))],
    [6, onOrder(({ id }) => ['reverseContract', { id }])],
    [6, onOrder(({ id }) => ['cancelContract', { id }])],
    [2, () => ['closeAllContracts', chance.happens(0.5) ? {} : { code: pickCode(world) }]],
    [optionsWeight(world), () => option(world)],
  ])
  return make()
}

function option(world: World): PlannedCall {
  const { chance } = world
  return [
    'buyOptions',
    {
      code: chance.happens(0.95) ? pickCode(world) : 'NOSUCH',
      direction: chance.pick(['up', 'down']),
      periodSeconds: chance.weighted([
        [10, 60],
        [3, 180],
        [1, 300],
        [1, 59],
      ]),
      amount: chance.pick(['5', '50', '400', '1999.5', '2000', '4', '99999']),
    },
  ]
}
