import type { OpsCallName } from '@candor/contract'
import type { Operator } from '../operators/operator.ts'
import { operators } from './people.ts'
import type { World } from './world.ts'

interface Entry {
  readonly id: string
  readonly kind: string
  readonly status?: string
}
interface CaseShown {
  readonly shownHash: string
  readonly allowed: readonly string[]
  readonly reasons: readonly { readonly key: string }[]
  readonly items: readonly { readonly key: string }[]
}

const of = (...roles: readonly Operator['role'][]) => operators.filter(({ role }) => roles.includes(role))

/** One operator does something: decides a case or a proposal, or proposes. */
export async function actAsOperator(world: World): Promise<void> {
  const act = world.chance.weighted<(world: World) => Promise<void>>([
    [14, (one) => decideCase(one, 'withdrawal')],
    [9, (one) => decideCase(one, 'recharge')],
    [7, (one) => decideCase(one, 'loan')],
    [12, decideProposal],
    [3, haltOrResume],
    [8, propose],
  ])
  await act(world)
}

async function decideCase(world: World, kind: 'withdrawal' | 'recharge' | 'loan'): Promise<void> {
  const { chance } = world
  const operator = chance.pick(of('reviewer', 'finance', 'admin'))
  const queue = await world.opsAnswer(operator, 'opsQueue', { kind })
  const { items = [] } = resultOf<{ items?: Entry[] }>(queue?.result)
  if (items.length === 0) return
  const { id } = chance.pick(items)
  if (chance.happens(0.97)) await world.opsAnswer(operator, 'opsClaim', { kind, id })
  const shown = resultOf<Partial<CaseShown>>(
    (await world.opsAnswer(operator, 'opsCase', { kind, id }))?.result,
  )
  const { shownHash, allowed = [], reasons = [], items: parts = [] } = shown
  if (shownHash === undefined || allowed.length === 0) return
  const decision =
    allowed.includes('sent') && chance.happens(0.8) ? 'sent' : chance.happens(0.8) ? 'approve' : 'reject'
  const hash = chance.uuid().replaceAll('-', '').repeat(2)
  const given = {
    approve: {},
    sent: { hash },
    reject: {
      reason: chance.pick([...reasons, { key: 'none' }]).key,
      items: parts.map(({ key }) => ({ item: key, reason: '' })).slice(0, 0),
    },
  }[decision]
  const call = { approve: 'opsApprove', reject: 'opsReject', sent: 'opsSent' } as const
  world.askOps(operator, call[decision], { kind, id, shownHash, ...given })
}

async function decideProposal(world: World): Promise<void> {
  const { chance } = world
  const operator = chance.pick(of('finance', 'risk', 'admin'))
  const list = await world.opsAnswer(operator, 'opsProposals', { status: 'pending' })
  const { items = [] } = resultOf<{ items?: Entry[] }>(list?.result)
  if (items.length === 0) return
  const { id } = chance.pick(items)
  if (chance.happens(0.1)) {
    world.askOps(operator, 'opsRejectProposal', { id, reason: 'not now' })
    return
  }
  const shown = await world.opsAnswer(operator, 'opsProposal', { id })
  const { shownHash = '' } = resultOf<{ shownHash?: string }>(shown?.result)
  world.askOps(operator, 'opsApproveProposal', { id, shownHash })
}

async function haltOrResume(world: World): Promise<void> {
  const { chance } = world
  const operator = chance.pick(of('risk', 'admin'))
  const code = chance.pick(world.market.codes)
  if (chance.happens(0.4)) world.askOps(operator, 'opsHaltMarket', { code, reason: 'news', note: 'news' })
  else world.askOps(operator, 'opsResumeMarket', { code, note: 'over' })
}

type Proposing = readonly [operator: Operator, name: OpsCallName, input: object]

async function propose(world: World): Promise<void> {
  const { chance } = world
  const make = chance.pick([
    freeze,
    unfreeze,
    adjust,
    splitOrDividend,
    fee,
    parameter,
    tier,
    treasury,
    savingsTerms,
  ])
  const [operator, name, input] = make(world)
  world.askOps(operator, name, input)
}

const customerId = ({ chance, customers }: World) => chance.pick(customers).person.id

const freeze = (world: World): Proposing => [
  world.chance.pick(of('risk', 'finance')),
  'opsFreeze',
  {
    id: customerId(world),
    reason: 'unusual activity',
    legalHoldUntil: world.chance.happens(0.4) ? new Date(world.now + 3_600_000).toISOString() : null,
  },
]

const unfreeze = (world: World): Proposing => [
  world.chance.pick(of('risk', 'admin')),
  'opsUnfreeze',
  { id: customerId(world), reason: 'all is well' },
]

const adjust = (world: World): Proposing => [
  world.chance.pick(of('finance', 'risk', 'admin')),
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

const splitOrDividend = (world: World): Proposing => [
  world.chance.pick(of('risk', 'admin')),
  'opsProposeAction',
  {
    code: 'AAPL',
    kind: 'dividend',
    value: world.chance.pick(['0.25', '1.1']),
    at: new Date(world.now + world.chance.whole(70_000, 600_000)).toISOString(),
    reason: 'announced by the company',
  },
]

const fee = (world: World): Proposing => [
  world.chance.pick(of('finance', 'risk', 'admin')),
  'opsProposeFee',
  {
    key: world.chance.pick(['withdrawalRate', 'convertRate']),
    value: world.chance.pick(['0.001', '0.01', '0.5']),
    from: new Date(world.now + 25 * 3_600_000).toISOString(),
    reason: 'new costs',
  },
]

const parameter = (world: World): Proposing => [
  world.chance.pick(of('risk', 'admin')),
  'opsChangeParameter',
  {
    ...world.chance.pick([
      { key: 'minBalance', value: '3' },
      { key: 'options.stakeMax', value: '1500' },
      { key: 'options.openMost', value: 10 },
      { key: 'withdrawal.deadlineHours', value: 12 },
    ]),
    reason: 'a review of limits',
  },
]

const tier = (world: World): Proposing => [
  world.chance.pick(of('reviewer', 'finance', 'admin')),
  'opsRaiseTier',
  { id: customerId(world), reason: 'a good history' },
]

/** The operator's own money comes, goes and moves; some of it is promised and must stay. */
const treasury = (world: World): Proposing => {
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
    chance.pick(of('finance', 'admin')),
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

const savingsTerms = (world: World): Proposing => [
  world.chance.pick(of('finance', 'admin')),
  'opsProposeSavings',
  {
    coin: 'USDT',
    taking: world.chance.happens(0.8),
    minAmount: '10',
    dailyRate: '0.0002',
    reason: 'new terms',
  },
]

const resultOf = <T>(result: unknown): T => (result ?? {}) as T
