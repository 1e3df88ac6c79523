import { someCustomer } from '../theme-effects.ts'
import type { World } from '../world.ts'
import { installationMakers } from './installation-decisions.ts'
import { customerId, isoIn, type Maker, someId, type WeightedMakers } from './maker.ts'
import { charity, deliverWork, endCharity, keepWork, sellWork } from './nft-decisions.ts'
import { publishingMakers } from './publishing.ts'
import { operatorsAs, someoneAs } from './staff.ts'

const day = 24 * 3_600_000

const freeze: Maker = (world) => [
  someoneAs(world, 'risk', 'finance'),
  'opsFreeze',
  {
    id: someCustomer(world).person.id,
    reason: 'unusual activity',
    legalHoldUntil: world.chance.happens(0.5) ? isoIn(world, world.chance.pick([3_600_000, day])) : null,
  },
]

const unfreeze: Maker = (world) => [
  someoneAs(world, 'risk', 'admin'),
  'opsUnfreeze',
  { id: customerId(world), reason: 'all is well' },
]

const adjust: Maker = (world) => [
  someoneAs(world, 'finance', 'risk', 'admin'),
  'opsAdjust',
  {
    customerId: customerId(world),
    asset: 'USDT',
    amount: world.chance.pick(['1', '25.5', '300']),
    why: world.chance.pick(['goodwill', 'feeReturned']),
    reason: 'a correction',
    reverses: null,
  },
]

const splitOrDividend: Maker = (world) => {
  const { chance } = world
  const kind = chance.pick(['split', 'dividend'])
  return [
    someoneAs(world, 'risk', 'admin'),
    'opsProposeAction',
    {
      code: 'AAPL',
      kind,
      value: kind === 'split' ? chance.pick(['2:1', '3:2', '1:10']) : chance.pick(['0.25', '1.1']),
      at: isoIn(world, chance.whole(70_000, 600_000)),
      reason: 'announced by the company',
    },
  ]
}

const cancelAction: Maker = async (world) => {
  const id = await someId(
    world,
    `SELECT id::text FROM markets_actions WHERE kind <> 'roll' AND applied_at IS NULL AND cancelled_at IS NULL ORDER BY at, id`,
  )
  return id === null
    ? null
    : [someoneAs(world, 'risk', 'admin'), 'opsProposeCancel', { id, reason: 'called off' }]
}

const fee: Maker = (world) => [
  someoneAs(world, 'finance', 'risk', 'admin'),
  'opsProposeFee',
  {
    ...world.chance.pick([
      { key: 'withdrawalRate', value: '0.001' },
      { key: 'withdrawalRate', value: '0.01' },
      { key: 'convertRate', value: '0.001' },
      { key: 'convertRate', value: '0.5' },
      { key: 'minBalance', value: '3' },
      { key: 'withdrawal.deadlineHours', value: '12' },
    ]),
    from: isoIn(world, 25 * 3_600_000),
    reason: 'new costs',
  },
]

const terms: Maker = (world) => [
  someoneAs(world, 'finance', 'risk', 'admin'),
  'opsProposeTerms',
  {
    codes: [world.chance.pick(world.market.codes)],
    terms: world.chance.pick([
      { commissionRate: '0.002' },
      { leverageMax: 1 },
      { spreadAdded: '0.01' },
      { swapLong: '-0.0004' },
    ]),
    from: isoIn(world, 25 * 3_600_000),
    reason: 'new terms',
  },
]

const withdrawTariff: Maker = async (world) => {
  const changeId = await someId(
    world,
    `SELECT id::text FROM operators_proposals WHERE kind LIKE 'tariffs.%' AND status = 'approved' ORDER BY id`,
  )
  return changeId === null
    ? null
    : [someoneAs(world, 'finance', 'risk', 'admin'), 'opsWithdrawTariff', { changeId, reason: 'not needed' }]
}

const parameter: Maker = (world) => [
  someoneAs(world, 'risk', 'admin'),
  'opsChangeParameter',
  {
    ...world.chance.pick([
      { key: 'minBalance', value: '3' },
      { key: 'withdrawal.deadlineHours', value: 12 },
      { key: 'options.disabledMarkets', value: ['SPY'] },
    ]),
    reason: 'a review of limits',
  },
]

const tier: Maker = (world) => [
  someoneAs(world, 'reviewer', 'finance', 'admin'),
  'opsRaiseTier',
  { id: customerId(world), reason: 'a good history' },
]

/** The operator's own money comes, goes and moves; some of it is promised and must stay. */
const treasury: Maker = (world) => {
  const { chance } = world
  const act = chance.pick(['put-in', 'take-out', 'move', 'hedge-in', 'hedge-out'])
  const places = [
    'trading-capital',
    'negative-balance',
    'yield-reserve',
    'loan-capital',
    'conversion',
  ] as const
  return [
    someoneAs(world, 'finance', 'admin'),
    'opsProposeTreasury',
    {
      act,
      place: chance.pick(places),
      to: act === 'move' ? chance.pick(places) : null,
      coin: 'USDT',
      amount: chance.pick(['10', '5000', '999000', '9990000', '50000000']),
      reference: `transfer ${chance.whole(1, 40)}`,
      reason: 'moved between own accounts',
    },
  ]
}

const savingsTerms: Maker = (world) => [
  someoneAs(world, 'finance', 'admin'),
  'opsProposeSavings',
  {
    coin: 'USDT',
    taking: world.chance.happens(0.8),
    minAmount: '10',
    dailyRate: '0.0002',
    reason: 'new terms',
  },
]

const product: Maker = (world) => [
  someoneAs(world, 'finance', 'admin'),
  'opsProposeProduct',
  {
    id: world.chance.pick(world.products),
    name: 'Harbour',
    minAmount: '100',
    maxAmount: '8000',
    timeframes: [
      { days: 7, dailyYieldMin: '0.0004', dailyYieldMax: '0.0006' },
      { days: 30, dailyYieldMin: '0.0005', dailyYieldMax: '0.0008' },
    ],
    sold: world.chance.happens(0.8),
    reason: 'a new product',
  },
]

const loanOffer: Maker = (world) => [
  someoneAs(world, 'finance', 'risk', 'admin'),
  'opsProposeLoanOffer',
  {
    terms: [7, 15, 30],
    minimum: '100',
    tier1Most: world.chance.pick(['1000', '5000']),
    tier2Most: '20000',
    freeDays: 0,
    dailyRate: '0.0005',
    overdueRate: '0.001',
    reason: 'a new offer',
  },
]

const country: Maker = (world) => [
  someoneAs(world, 'risk', 'admin'),
  'opsProposeCountry',
  { code: 'ZA', options: world.chance.happens(0.8), plans: world.chance.happens(0.8), reason: 'a review' },
]

const reverseDeposit: Maker = async (world) => {
  const depositId = await someId(
    world,
    `SELECT id::text FROM funding_deposits WHERE status = 'approved' ORDER BY sequence`,
  )
  return depositId === null
    ? null
    : [
        someoneAs(world, 'finance', 'risk', 'admin'),
        'opsReverseDeposit',
        { depositId, why: world.chance.pick(['notReceived', 'twice']), reason: 'it never came' },
      ]
}

const closeClaim: Maker = async (world) => {
  const id = await someId(world, 'SELECT deposit_id::text AS id FROM funding_reversals ORDER BY 1')
  return id === null
    ? null
    : [
        someoneAs(world, 'finance', 'risk', 'admin'),
        'opsCloseClaim',
        { id, outcome: world.chance.pick(['paid', 'waived']), reason: 'settled' },
      ]
}

const withdrawProposal: Maker = async (world) => {
  const id = await someId(
    world,
    `SELECT id::text FROM operators_proposals WHERE status = 'pending' ORDER BY id`,
  )
  return id === null
    ? null
    : [world.chance.pick(world.operators), 'opsWithdrawProposal', { id, reason: 'a mistake' }]
}

/** Disables an operator: they decide nothing more, and what they approved before counts no more. */
const disable: Maker = (world) => {
  const one = world.chance.pick(operatorsAs(world, 'reviewer', 'finance', 'risk'))
  return [someoneAs(world, 'admin'), 'opsDisableOperator', { id: one.id, reason: 'left' }]
}

const enable: Maker = async (world) => {
  const id = await someId(
    world,
    'SELECT id::text FROM operators_people WHERE disabled_at IS NOT NULL ORDER BY id',
  )
  return id === null ? null : [someoneAs(world, 'admin'), 'opsProposeEnable', { id, reason: 'is back' }]
}

const reconcile: Maker = (world) => [someoneAs(world, 'finance', 'admin'), 'opsReconcile', {}]

const makers: WeightedMakers = [
  [5, freeze],
  [4, unfreeze],
  [3, adjust],
  [4, splitOrDividend],
  [1, cancelAction],
  [3, fee],
  [2, terms],
  [1, withdrawTariff],
  [3, parameter],
  [2, tier],
  [3, treasury],
  [2, savingsTerms],
  [2, product],
  [2, loanOffer],
  [1, country],
  [3, reverseDeposit],
  [2, closeClaim],
  [1, withdrawProposal],
  [3, disable],
  [3, enable],
  [2, sellWork],
  [1, keepWork],
  [2, deliverWork],
  [1, charity],
  [2, endCharity],
  [1, reconcile],
  ...installationMakers,
  ...publishingMakers,
]

/** Freezes and what ends them. */
export const freezeMakers: WeightedMakers = [
  [5, freeze],
  [1, unfreeze],
]

/** An operator proposes something, or does what one may do alone. */
export async function propose(world: World, some: WeightedMakers = makers): Promise<void> {
  const planned = await world.chance.weighted(some)(world)
  if (planned === null) return
  const [operator, name, input] = planned
  world.callOps(operator, name, input)
}
