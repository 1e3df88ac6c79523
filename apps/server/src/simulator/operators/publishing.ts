import { artPicture } from '../customers/people.ts'
import type { World } from '../world.ts'
import { isoIn, type Maker, type PlannedOpsCall, someId } from './maker.ts'
import { someoneAs } from './staff.ts'

const articleText = (world: World) => ({ en: `Words of step ${world.step}` })

const incident: Maker = async (world) => {
  const { chance } = world
  const id = await someId(world, 'SELECT id::text FROM trust_incidents ORDER BY opened_at, id')
  const operator = someoneAs(world, 'content', 'admin')
  const state = chance.pick(['investigating', 'identified', 'watching'])
  if (id === null || chance.happens(0.3))
    return [operator, 'opsOpenIncident', { title: articleText(world), text: articleText(world), state }]
  const next = chance.happens(0.4) ? 'resolved' : state
  return [operator, 'opsUpdateIncident', { id, text: articleText(world), state: next }]
}

const article: Maker = (world) => {
  const { chance } = world
  const operator = someoneAs(world, 'content', 'admin')
  const id = `notice-${chance.whole(1, 3)}`
  const place = { position: 1, image: null, publishedAt: isoIn(world, 0) }
  const text = { title: 'A notice', description: 'In short', body: `Written in step ${world.step}` }
  return chance.pick<NonNullable<PlannedOpsCall>>([
    [operator, 'opsAddArticle', { id, type: 1, section: 'notice', ...place, ...text }],
    [operator, 'opsWriteArticle', { id, language: 'de', from: chance.whole(0, 1), ...text }],
    [operator, 'opsPlaceArticle', { id, ...place, withdrawn: chance.happens(0.4) }],
  ])
}

/** A creator, a work of one, or the word that a work was compared with its contract. */
const work: Maker = async (world) => {
  const { chance } = world
  const operator = someoneAs(world, 'content', 'admin')
  const creatorId = await someId(world, 'SELECT id::text FROM nft_creators ORDER BY id')
  const workId = await someId(world, 'SELECT id::text FROM nft_works ORDER BY sequence')
  const planned = chance.weighted<PlannedOpsCall>([
    [1, [operator, 'opsNftAddCreator', { name: `Creator ${chance.whole(1, 4)}`, about: 'Draws' }]],
    [3, creatorId === null ? null : [operator, 'opsNftAddWork', newWork(world, creatorId)]],
    [1, workId === null ? null : [operator, 'opsNftVerify', verdict(world, workId)]],
  ])
  return planned
}

const newWork = ({ chance }: World, creatorId: string) => ({
  title: 'A work',
  description: 'Drawn for a seed',
  creatorId,
  pictureId: artPicture,
  chain: 'ethereum',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tokenId: String(chance.whole(1, 6)),
})

const verdict = ({ chance }: World, id: string) => ({ id, verified: chance.happens(0.7), reason: 'compared' })

/** Takes up a conversation and answers, ends or gives it back; now and then without having taken it up. */
const support = async (world: World): Promise<PlannedOpsCall> => {
  const { chance } = world
  const operator = someoneAs(world, 'reviewer', 'finance', 'risk', 'admin')
  const id = await someId(world, 'SELECT user_id::text AS id FROM support_conversations ORDER BY 1')
  if (id === null) return null
  if (chance.happens(0.9)) await world.opsResponse(operator, 'opsSupportClaim', { id })
  return chance.pick<NonNullable<PlannedOpsCall>>([
    [operator, 'opsSupportAnswer', { id, text: 'We look into it.' }],
    [operator, 'opsSupportDone', { id }],
    [operator, 'opsSupportRelease', { id }],
  ])
}

/** Actions of single operators: writing, showing and answering. */
export const publishingMakers: readonly (readonly [weight: number, maker: Maker])[] = [
  [1, incident],
  [1, article],
  [2, work],
  [1, support],
]
