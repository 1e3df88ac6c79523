import type { World } from '../world.ts'
import { accountCall } from './account-calls.ts'
import type { Customer } from './customer.ts'
import { codeOf } from './mail-codes.ts'
import type { PlannedCall } from './planned-call.ts'

type Coin = 'USDT' | 'BTC' | 'ETH'
const coins: readonly Coin[] = ['USDT', 'BTC', 'ETH']
const amounts: Readonly<Record<Coin, readonly string[]>> = {
  USDT: ['10', '130', '500', '2000', '5000', '9000', '11000', '0.000001', '100000000'],
  BTC: ['0.001', '0.02', '0.2', '0.5', '21'],
  ETH: ['0.01', '0.3', '2', '5'],
}
const networks: Readonly<Record<Coin, string>> = { USDT: 'TRC20', BTC: 'BTC', ETH: 'ETH' }

const pickCoin = (world: World): Coin =>
  world.chance.weighted<Coin>([
    [6, 'USDT'],
    [2, 'BTC'],
    [2, 'ETH'],
  ])
const amountOf = (world: World, coin: Coin) => world.chance.pick(amounts[coin])

function deposit(world: World, coin = pickCoin(world), amount = amountOf(world, coin)): PlannedCall {
  const { chance } = world
  const digits = chance.happens(0.08) ? `${chance.whole(1, 4)}` : chance.uuid().replaceAll('-', '')
  const hash = (coin === 'ETH' ? '0x' : '') + digits.padStart(32, '0').repeat(2)
  return ['recharge', { coin, network: networks[coin], amount, hash }]
}

/** With the code that was mailed, or a wrong one. */
async function withdrawal(
  world: World,
  customer: Customer,
  coin = pickCoin(world),
  amount = amountOf(world, coin),
): Promise<PlannedCall | null> {
  const { chance } = world
  const place = customer.person.addresses.find((one) => one.coin === coin)
  const code = chance.happens(0.93) ? await codeOf(world, customer) : '000000'
  if (code === null) return null
  const card = coin === 'USDT' && chance.happens(0.2) ? await cardOf(world, customer) : null
  if (card !== null) return ['withdrawal', { method: 'bank', coin, bankAccountId: card, amount, code }]
  const address = chance.happens(0.95) ? place?.address : 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
  return ['withdrawal', { method: 'coin', coin, network: place?.network, address, amount, code }]
}

async function cardOf(world: World, { person }: Customer): Promise<string | null> {
  const rows = await world.driver.statements.look<{ id: string }>(
    'SELECT id::text FROM funding_bank_cards WHERE user_id = $1 AND removed_at IS NULL ORDER BY id',
    [person.id],
  )
  return rows.length === 0 ? null : world.chance.pick(rows).id
}

function conversion(world: World, customer: Customer): PlannedCall {
  const { chance } = world
  const held = customer.quotes.slice(-3)
  if (held.length > 0 && chance.happens(0.7)) return ['convert', chance.pick(held)]
  const from = pickCoin(world)
  const to = chance.pick(coins.filter((coin) => coin !== from || chance.happens(0.03)))
  return ['quoteConvert', { from, to, amount: amountOf(world, from) }]
}

function loan(world: World, customer: Customer): PlannedCall {
  const { chance } = world
  if (customer.loans.length > 0 && chance.happens(0.6)) {
    const amount = chance.happens(0.5) ? { amount: chance.pick(['1', '50', '1000', '5000.5']) } : {}
    return ['repayLoan', { id: chance.pick(customer.loans), ...amount }]
  }
  return [
    'previewLoan',
    { amount: chance.pick(['100', '1000', '4999', '20000']), days: chance.pick([7, 15, 30, 8]) },
  ]
}

function savings(world: World): PlannedCall {
  const { chance } = world
  const coin = chance.pick(['USDT', 'USDT', 'BTC'] as const)
  const call = chance.happens(0.6) ? 'enterSavings' : 'exitSavings'
  return [call, { coin, amount: chance.pick([...amounts[coin], '9000']) }]
}

function plan(world: World, customer: Customer): PlannedCall {
  const { chance } = world
  if (customer.plans.length > 0 && chance.happens(0.4))
    return ['exitSmart', { id: chance.pick(customer.plans) }]
  return [
    'buySmart',
    {
      productId: chance.happens(0.97) ? chance.pick(world.products) : 'none',
      days: chance.pick([7, 15, 30, 60, 90, 8]),
      amount: chance.pick(['100', '500', '3000', '7500', '20']),
    },
  ]
}

function artwork(world: World): PlannedCall {
  const { chance } = world
  const work = chance.pick(world.works)
  const bid = work.auction ? { amount: chance.pick(['60', '150', '400', '900', '3000', '9000']) } : {}
  return ['buyNft', { id: work.id, receivingAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ...bid }]
}

/** Below the sum that one person may decide: it is the day's sum that needs two, and who decided the customer's other cases. */
export function smallPayment(world: World, customer: Customer): Promise<PlannedCall | null> | PlannedCall {
  const { chance } = world
  if (chance.happens(0.5)) return deposit(world, 'BTC', chance.pick(['0.02', '0.05', '0.1']))
  // Only of payouts in BTC does a node show what was paid.
  if (chance.happens(0.4)) return withdrawal(world, customer, 'BTC', chance.pick(['0.02', '0.05', '0.1']))
  return withdrawal(world, customer, 'USDT', chance.pick(['200', '500', '3000', '5000']))
}

/** Every call of money that is not trading. */
export async function fundingCall(world: World, customer: Customer): Promise<PlannedCall | null> {
  const { chance } = world
  const make = chance.weighted<() => PlannedCall | null | Promise<PlannedCall | null>>([
    [12, () => deposit(world)],
    [18, () => withdrawal(world, customer)],
    [5, () => cancel(world, customer)],
    [16, () => conversion(world, customer)],
    [12, () => loan(world, customer)],
    [16, () => savings(world)],
    [14, () => plan(world, customer)],
    [12, () => artwork(world)],
    [7, () => accountCall(world, customer)],
  ])
  return make()
}

const cancel = (world: World, customer: Customer): PlannedCall | null =>
  customer.withdrawals.length === 0
    ? null
    : ['cancelWithdrawal', { id: world.chance.pick(customer.withdrawals) }]
