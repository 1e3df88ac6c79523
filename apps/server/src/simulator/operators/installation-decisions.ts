import { codeIn, linkMailedTo } from '../customers/mail-codes.ts'
import { people } from '../customers/people.ts'
import type { World } from '../world.ts'
import { isoIn, type Maker, type PlannedOpsCall, someId, type WeightedMakers } from './maker.ts'
import { operatorsAs, someoneAs } from './staff.ts'

/** The Ethereum address whose key is this byte over and over. */
const [keyByte, keyAddress] = ['5a', '0xa8049bB68181799124F98E467DD749e120abFA64']

/** Mailboxes of people who may be invited; the last two are one. */
const invited = ['ada@candor.example', 'ben@candor.example', 'mia@candor.example', 'mia+two@candor.example']

const invite: Maker = (world) => [
  someoneAs(world, 'admin'),
  'opsProposeOperator',
  {
    email: world.chance.pick(invited),
    role: world.chance.pick(['reviewer', 'finance', 'risk', 'admin', 'content']),
    reason: 'a new colleague',
  },
]

const role: Maker = (world) => [
  someoneAs(world, 'admin'),
  'opsProposeRole',
  {
    id: world.chance.pick(operatorsAs(world, 'reviewer', 'finance', 'risk')).id,
    role: world.chance.pick(['reviewer', 'finance', 'risk']),
    reason: 'another office',
  },
]

const endSessions: Maker = (world) => [
  someoneAs(world, 'admin'),
  'opsEndSessions',
  { id: world.chance.pick(world.operators).id, reason: 'a lost device' },
]

/** Mails a link once more, which makes the one before worthless. */
const mailAgain: Maker = async (world) => {
  const id = await someId(
    world,
    'SELECT id::text FROM operators_invitations WHERE used_at IS NULL ORDER BY id',
  )
  return id === null ? null : [someoneAs(world, 'admin'), 'opsMailInvitation', { id }]
}

/** Somebody follows the link that was mailed to them, whatever became of those who invited them meanwhile. */
export async function joinByLink(world: World): Promise<void> {
  const link = await linkMailedTo(world, world.chance.pick(invited))
  if (link === null) return
  const token = link.slice(link.lastIndexOf('/') + 1)
  const look = await world.opsResponse(null, 'opsInvitation', { token })
  const { secret } = (look?.result ?? {}) as { secret?: string }
  if (secret === undefined) return
  const totp = world.chance.happens(0.95) ? codeIn(secret, world.now) : '000000'
  world.callOps(null, 'opsJoin', { token, password: 'a password nobody else has', totp })
}

const paymentAddress: Maker = (world) => {
  const [network, target] = world.chance.pick([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['BTC', ''],
    ['ETH', keyAddress],
    ['ETH', 'nonsense'],
  ] as const)
  const named = { network, target, reason: 'another wallet' }
  return [someoneAs(world, 'finance', 'admin'), 'opsProposePaymentAddress', named]
}

const places = [
  { name: 'cold wallet', asset: 'ETH', network: 'ETH', address: keyAddress },
  { name: 'old wallet', asset: 'BTC', network: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  { name: 'bank', asset: 'USDT', network: null, address: null },
] as const

const holding: Maker = (world) => [
  someoneAs(world, 'finance', 'admin'),
  'opsProposeHolding',
  {
    ...world.chance.pick(places),
    stated: world.chance.pick(['0', '1', '250.5']),
    reason: 'counted today',
  },
]

/** Asks for a text and signs it: with the key of the place, or now and then with nothing that fits. */
const holdingControl = async (world: World): Promise<PlannedOpsCall> => {
  const { chance } = world
  const operator = someoneAs(world, 'finance', 'admin')
  const { name } = chance.pick(places)
  const response = await world.opsResponse(operator, 'opsAskHoldingControl', { name })
  const { id, message } = (response?.result ?? {}) as { id?: string; message?: string }
  if (id === undefined || message === undefined) return null
  const signed = chance.happens(0.8) ? message : 'another text'
  const { testWallet } = await import('../../funding/chain/test-wallet.ts')
  const signature = await testWallet(keyByte).signMessage({ message: signed })
  return [operator, 'opsShowHoldingControl', { id, name, signature }]
}

const list: Maker = (world) => [
  someoneAs(world, 'finance', 'risk', 'admin'),
  'opsProposeList',
  {
    ...world.chance.pick([
      { key: 'options.payouts', value: { '60': '0.7', '180': '0.78', '300': '0.81' } },
      { key: 'options.payouts', value: { '60': '-1' } },
      { key: 'vip.tiers', value: [{ volume: '1000', rebate: '0.05' }] },
      { key: 'contracts.endAtRoll', value: [] },
    ]),
    from: isoIn(world, world.chance.pick([25, 1]) * 3_600_000),
    reason: 'new terms',
  },
]

/** The largest net position that is kept of a market; what is open may be beyond it already. */
const exposureLimit: Maker = (world) => [
  someoneAs(world, 'finance', 'risk', 'admin'),
  'opsProposeExposureLimit',
  {
    code: world.chance.pick(world.market.codes),
    limit: world.chance.pick(['0', '100', '2000', '40000', null]),
    reason: 'what we keep of it',
  },
]

/** A rule that marks cases, sometimes one that its kind does not permit. */
const monitoringRule: Maker = (world) => [
  someoneAs(world, 'finance', 'risk', 'admin'),
  'opsProposeMonitoringRule',
  {
    rule: {
      ...{ kind: 'velocity', on: true, severity: 'medium', guidance: 'compare the senders' },
      name: `Rule ${world.chance.pick(['a', 'b', 'c', 'd'])}`,
      appliesTo: world.chance.pick(['deposits', 'withdrawals', 'both']),
      measure: world.chance.pick(['count', 'sum']),
      windowHours: world.chance.pick([1, 24, 2_160]),
      atLeast: world.chance.pick(['2', '20', '0.5']),
    },
    reason: 'a pattern we saw',
  },
]

const note: Maker = (world) => [
  someoneAs(world, 'reviewer', 'finance', 'risk', 'admin'),
  'opsNote',
  { id: world.chance.pick(people).id, text: 'called and asked' },
]

/** Decisions on the operators, on where money is taken and kept, and on the notices about it. */
export const installationMakers: WeightedMakers = [
  [4, invite],
  [2, role],
  [1, endSessions],
  [1, mailAgain],
  [1, paymentAddress],
  [2, holding],
  [2, holdingControl],
  [2, list],
  [3, exposureLimit],
  [2, monitoringRule],
  [1, note],
]

/** Places where money is held, and whose they are. */
export const placeMakers: WeightedMakers = [
  [4, holding],
  [3, holdingControl],
]

/** People who join and change office. */
export const staffMakers: WeightedMakers = [
  [6, invite],
  [1, role],
  [3, mailAgain],
]
