import type { CaseKindName } from '@candor/contract'
import type { Theme } from '../theme.ts'
import { haltedCodes } from '../theme-effects.ts'
import type { World } from '../world.ts'
import { joinByLink, placeMakers, staffMakers } from './installation-decisions.ts'
import { offices } from './offices.ts'
import { freezeMakers, propose } from './proposals.ts'
import { someoneAs } from './staff.ts'

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

type Acts = readonly (readonly [weight: number, act: (world: World) => Promise<void>])[]

const usual: Acts = [
  [14, (world) => decideCase(world, 'withdrawal')],
  [9, (world) => decideCase(world, 'recharge')],
  [7, (world) => decideCase(world, 'loan')],
  [5, (world) => decideCase(world, 'kyc')],
  [3, joinByLink],
  [12, decideProposal],
  [3, haltOrResume],
  [12, (world) => propose(world)],
]

/** Added to the usual acts where a seed has a theme. */
const ofTheme: Readonly<Record<Theme, Acts>> = {
  payments: [
    [50, (world) => decideCase(world, 'withdrawal')],
    [50, (world) => decideCase(world, 'recharge')],
  ],
  freezes: [
    [20, (world) => propose(world, freezeMakers)],
    [35, decideProposal],
    [15, (world) => decideCase(world, 'withdrawal')],
  ],
  places: [
    [45, (world) => propose(world, placeMakers)],
    [45, decideProposal],
  ],
  staff: [
    [35, (world) => propose(world, staffMakers)],
    [60, decideProposal],
    [30, joinByLink],
  ],
  nights: [],
  takeovers: [],
  resends: [],
  halts: [[60, haltOrResume]],
}

/** One operator does something: decides a case or a proposal, or proposes. */
export async function actAsOperator(world: World): Promise<void> {
  const themed = world.theme === null ? [] : ofTheme[world.theme]
  await world.chance.weighted([...usual, ...themed])(world)
}

async function decideCase(world: World, kind: CaseKindName): Promise<void> {
  const { chance } = world
  const operator = someoneAs(world, ...offices[kind])
  const queue = await world.opsResponse(operator, 'opsQueue', { kind })
  const { items = [] } = resultOf<{ items?: Entry[] }>(queue?.result)
  if (items.length === 0) return
  const { id } = chance.pick(items)
  if (chance.happens(0.97)) await world.opsResponse(operator, 'opsClaim', { kind, id })
  if (chance.happens(0.04)) {
    world.callOps(operator, 'opsRelease', { kind, id })
    return
  }
  const shown = resultOf<Partial<CaseShown>>(
    (await world.opsResponse(operator, 'opsCase', { kind, id }))?.result,
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
      items: parts.slice(0, 1).map(({ key }) => ({ item: key, reason: reasons[0]?.key ?? '' })),
    },
  }[decision]
  const call = { approve: 'opsApprove', reject: 'opsReject', sent: 'opsSent' } as const
  world.callOps(operator, call[decision], { kind, id, shownHash, ...given })
}

async function decideProposal(world: World): Promise<void> {
  const { chance } = world
  // People are admins' business.
  const roles = world.theme === 'staff' ? (['admin'] as const) : (['finance', 'risk', 'admin'] as const)
  const operator = someoneAs(world, ...roles)
  const list = await world.opsResponse(operator, 'opsProposals', { status: 'pending' })
  const { items = [] } = resultOf<{ items?: Entry[] }>(list?.result)
  if (items.length === 0) return
  const { id } = chance.pick(items)
  if (chance.happens(0.1)) {
    world.callOps(operator, 'opsRejectProposal', { id, reason: 'not now' })
    return
  }
  const shown = await world.opsResponse(operator, 'opsProposal', { id })
  const { shownHash = '' } = resultOf<{ shownHash?: string }>(shown?.result)
  world.callOps(operator, 'opsApproveProposal', { id, shownHash })
}

async function haltOrResume(world: World): Promise<void> {
  const { chance } = world
  const operator = someoneAs(world, 'risk', 'admin')
  const all = haltedCodes(world)
  const code = chance.pick(all)
  const several = chance.happens(0.2)
  if (chance.happens(0.4)) {
    const why = { reason: 'news', note: 'news' } as const
    if (several) world.callOps(operator, 'opsHaltMarkets', { codes: [...all], ...why })
    else world.callOps(operator, 'opsHaltMarket', { code, ...why })
  } else if (several) world.callOps(operator, 'opsResumeMarkets', { codes: [...all], note: 'over' })
  else world.callOps(operator, 'opsResumeMarket', { code, note: 'over' })
}

const resultOf = <T>(result: unknown): T => (result ?? {}) as T
