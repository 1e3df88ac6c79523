import type { CallName } from '@candor/contract'
import { rememberedMs } from '../checks/one-effect.ts'
import type { ClientResponse } from '../platform-calls.ts'
import type { RequestRecord } from '../request-record.ts'
import { paysNow, realTradingShare, someCustomer } from '../theme-effects.ts'
import type { World } from '../world.ts'
import type { Customer } from './customer.ts'
import { fundingCall, smallPayment } from './funding-calls.ts'
import { codeOf } from './mail-codes.ts'
import type { PlannedCall } from './planned-call.ts'
import { tradingCall } from './trading-calls.ts'

/** One customer does something: something new, a repetition of what they did, or the same with another body. */
export async function actAsCustomer(world: World): Promise<void> {
  const { chance } = world
  const customer = someCustomer(world)
  if (chance.happens(0.07) && repeat(world, customer)) return
  if (chance.happens(0.06)) return rush(world, customer)
  const mode = chance.happens(0.25) ? 'demo' : 'real'
  const making = await choose(world, customer, mode)
  if (making === null) return
  const [name, input] = making
  const record = world.call(customer, name, input, { mode })
  if (chance.happens(0.04)) world.call(customer, name, input, { mode, key: record.options?.key ?? '' })
  if (chance.happens(0.05)) world.call(customer, name, input, { mode })
}

function choose(
  world: World,
  customer: Customer,
  mode: 'demo' | 'real',
): Promise<PlannedCall | null> | PlannedCall | null {
  const { chance } = world
  if (mode === 'real' && paysNow(world)) return smallPayment(world, customer)
  if (mode === 'demo' && chance.happens(0.04)) return ['resetDemo', {}]
  if (mode === 'demo')
    return chance.happens(0.95) ? tradingCall(world, customer, mode) : fundingCall(world, customer)
  return chance.happens(realTradingShare(world))
    ? tradingCall(world, customer, mode)
    : fundingCall(world, customer)
}

/** Takes money out by several doors at once, each for itself within what is free. */
function rush(world: World, customer: Customer): void {
  const { chance } = world
  const doors = chance.whole(2, 4)
  for (let n = 0; n < doors; n++) {
    const [name, input] = chance.pick<PlannedCall>([
      ['enterSavings', { coin: 'USDT', amount: chance.pick(['2000', '5000', '9000', '300']) }],
      [
        'buySmart',
        { productId: chance.pick(world.products), days: 30, amount: chance.pick(['3000', '7500', '400']) },
      ],
      ['buyOptions', { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '1999.5' }],
      [
        'buyContract',
        { code: 'BTCUSDT', direction: 'buy', lots: '0.2', leverage: 2, kind: 'market', protected: false },
      ],
    ])
    world.call(customer, name, input, { mode: 'real' })
  }
}

/** The same request once more, with its key while that is remembered: it must have no second effect. Or the key with another request. */
function repeat(world: World, customer: Customer): boolean {
  const { chance } = world
  const own = world.requests
    .filter(
      ({ caller, options, at }) =>
        caller === customer.person.name && options !== null && at > world.now - rememberedMs,
    )
    .slice(-20)
  if (own.length === 0) return false
  const before = chance.pick(own)
  if (before.options === null) return false
  const { key = '', mode } = before.options
  const input = chance.happens(0.85) ? before.input : { ...before.input, amount: '7', lots: '0.02' }
  world.call(customer, before.call as CallName, input, { mode, key })
  return true
}

/** Takes note of what an answered request brought: ids for later requests. */
export async function remember(world: World, record: RequestRecord): Promise<void> {
  const customer = world.customers.find(({ person }) => person.name === record.caller)
  const { response, options } = record
  if (customer === undefined || response === null || options === null || !isDone(response)) return
  keepIds(customer, record, options.mode, fieldsOf(response))
  if (record.call === 'quoteConvert' && world.chance.happens(0.7)) convertTwice(world, customer)
  if (record.call === 'withdrawal' && world.chance.happens(0.4))
    await withdrawAgain(world, customer, record.input)
  if (record.call === 'previewLoan') sign(world, customer, record, fieldsOf(response).agreementHash ?? '')
}

const isDone = ({ status, code }: ClientResponse) =>
  status === 200 && (code === 200 || (code > 20_000 && code < 20_010))

function keepIds(
  customer: Customer,
  record: RequestRecord,
  mode: 'demo' | 'real',
  { id = '', quoteId = '', code = '' }: Fields,
): void {
  const keep: Readonly<Record<string, () => void>> = {
    buyContract: () => customer.contracts.push({ id, mode, code }),
    reverseContract: () => customer.contracts.push({ id, mode, code }),
    buySmart: () => customer.plans.push(id),
    withdrawal: () => customer.withdrawals.push(id),
    loan: () => customer.loans.push(id),
    quoteConvert: () =>
      customer.quotes.push({ ...(record.input as { from: string; to: string; amount: string }), quoteId }),
  }
  keep[record.call]?.()
}

/** At the quote just held, sometimes twice at once. */
function convertTwice(world: World, customer: Customer): void {
  const held = customer.quotes.at(-1)
  if (held === undefined) return
  world.call(customer, 'convert', held, { mode: 'real' })
  if (world.chance.happens(0.4)) world.call(customer, 'convert', held, { mode: 'real' })
}

/** The same once more: a sum in parts must need as many people as the whole. */
async function withdrawAgain(world: World, customer: Customer, input: object): Promise<void> {
  const code = await codeOf(world, customer)
  if (code !== null) world.call(customer, 'withdrawal', { ...input, code }, { mode: 'real' })
}

/** Signs an agreement the customer looked at. */
function sign(world: World, customer: Customer, record: RequestRecord, agreementHash: string): void {
  const { chance } = world
  const signature = chance.pick(customer.person.signatures)
  const input = { ...record.input, agreementHash, signature, signedName: 'A. Person' }
  world.call(customer, 'loan', input, { mode: 'real' })
}

interface Fields {
  readonly id?: string
  readonly agreementHash?: string
  readonly quoteId?: string
  readonly code?: string
}

const fieldsOf = ({ result }: ClientResponse): Fields =>
  typeof result === 'object' && result !== null ? result : {}
