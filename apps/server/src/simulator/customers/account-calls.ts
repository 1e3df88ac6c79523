import type { World } from '../world.ts'
import type { Customer } from './customer.ts'
import { addressCodeOf } from './mail-codes.ts'
import { people } from './people.ts'
import type { PlannedCall } from './planned-call.ts'

/** Sends identity data with pictures that a check may use; now and then under age or with a stranger’s picture. */
function identity(world: World, { person }: Customer): PlannedCall {
  const { chance } = world
  const owner = chance.happens(0.03) ? chance.pick(people) : person
  const form = {
    firstName: 'Ada',
    lastName: `Person ${chance.whole(1, 9)}`,
    sex: 'female',
    birthdate: chance.happens(0.95) ? '1990-05-17' : '2020-05-17',
    country: 'ZA',
    address: `Long Street ${chance.whole(1, 99)}, Cape Town`,
    phone: `+27 21 40000${chance.whole(10, 99)}`,
    documentType: 'passport',
    photoFront: chance.pick(owner.photos),
    photoHolding: chance.pick(owner.photos),
    signature: chance.pick(owner.signatures),
  }
  return chance.happens(0.8) ? ['identification', form] : ['saveIdentification', { phone: form.phone }]
}

const ownAddresses = `
  SELECT id::text, confirmed_at IS NULL AS waits FROM funding_payout_addresses
   WHERE user_id = $1 AND removed_at IS NULL ORDER BY created_at, id`

/** A place to withdraw to: added, confirmed with the mailed code, or taken away. */
async function address(world: World, customer: Customer): Promise<PlannedCall> {
  const { chance } = world
  const rows = await world.driver.statements.look<{ id: string; waits: boolean }>(ownAddresses, [
    customer.person.id,
  ])
  const waiting = rows.filter(({ waits }) => waits)
  if (waiting.length > 0 && chance.happens(0.7)) {
    const code = chance.happens(0.9) ? addressCodeOf(world, customer) : '000000'
    return ['confirmAddress', { id: chance.pick(waiting).id, ...(code === null ? {} : { code }) }]
  }
  if (rows.length > 0 && chance.happens(0.15)) return ['removeAddress', { id: chance.pick(rows).id }]
  const [network, text] = chance.pick([
    ['TRC20', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'],
    ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['BTC', 'nonsense'],
  ])
  return ['addAddress', { network, address: text, label: 'another' }]
}

async function card(world: World, { person }: Customer): Promise<PlannedCall> {
  const [bound] = await world.driver.statements.look<{ id: string }>(
    'SELECT id::text FROM funding_bank_cards WHERE user_id = $1 AND removed_at IS NULL ORDER BY id LIMIT 1',
    [person.id],
  )
  if (bound !== undefined && world.chance.happens(0.3)) return ['removeBankInfo', { id: bound.id }]
  const { chance } = world
  const cardNumber = chance.pick(['4111111111111111', '1234'])
  return ['updateBankInfo', { bank: 'Bank', branch: 'Main', accountName: 'A. Person', cardNumber }]
}

/** High enough that most go on, low enough that some are stopped. */
const limits = ({ chance }: World): PlannedCall => [
  'saveLimits',
  chance.pick([{ dailyLoss: '2500' }, { weeklyLoss: '9000' }, { dailyLoss: null }, { monthlyLoss: '0' }]),
]

/** Makes the calls about an account that decide what its money may do. */
export async function accountCall(world: World, customer: Customer): Promise<PlannedCall> {
  const { chance } = world
  const invite = { code: chance.pick([...people.map(({ inviteCode }) => inviteCode), 'NOBODYS']) }
  const make = chance.weighted<() => PlannedCall | Promise<PlannedCall>>([
    [customer.person.verified ? 1 : 12, () => identity(world, customer)],
    [4, () => address(world, customer)],
    [3, () => card(world, customer)],
    [1, () => limits(world)],
    [customer.person.verified ? 0 : 8, () => ['enterInviteCode', invite]],
    [1, () => ['sendSupport', { text: 'Where is my money?' }]],
  ])
  return make()
}
