import { isoIn, type Maker, someHash, someId } from './maker.ts'
import { someoneAs } from './staff.ts'

const dayMs = 24 * 3_600_000

export const sellWork: Maker = async (world) => {
  const { chance } = world
  const id = await someId(
    world,
    `SELECT id::text FROM nft_works WHERE state NOT IN ('offered', 'sold') ORDER BY sequence`,
  )
  const auction = chance.happens(0.7)
  return id === null
    ? null
    : [
        someoneAs(world, 'content', 'admin'),
        'opsNftOffer',
        {
          id,
          saleKind: auction ? 'auction' : 'fixed',
          price: '50',
          startsAt: isoIn(world, 0),
          endsAt: auction ? isoIn(world, chance.pick([3_700_000, 2 * dayMs])) : null,
          reason: 'for sale again',
        },
      ]
}

export const keepWork: Maker = (world) => [
  someoneAs(world, 'content', 'admin'),
  'opsNftWithdraw',
  { id: world.chance.pick(world.works).id, reason: 'not for sale' },
]

export const deliverWork: Maker = async (world) => {
  const id = await someId(world, `SELECT id::text FROM nft_works WHERE state = 'sold' ORDER BY sequence`)
  const hash = `0x${someHash(world)}`
  return id === null ? null : [someoneAs(world, 'content', 'finance', 'admin'), 'opsNftDeliver', { id, hash }]
}

export const charity: Maker = (world) => [
  someoneAs(world, 'finance', 'admin'),
  'opsProposeCharityTransfer',
  {
    recipient: 'A charity',
    network: 'ERC20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: world.chance.pick(['10', '500']),
    reason: 'passed on',
  },
]

export const endCharity: Maker = async (world) => {
  const id = await someId(
    world,
    `SELECT id::text FROM nft_transfers WHERE state = 'approved' ORDER BY sequence`,
  )
  const operator = someoneAs(world, 'finance', 'admin')
  if (id === null) return null
  return world.chance.happens(0.7)
    ? [operator, 'opsSendCharityTransfer', { id, hash: `0x${someHash(world)}` }]
    : [operator, 'opsCancelCharityTransfer', { id, reason: 'not sent' }]
}
