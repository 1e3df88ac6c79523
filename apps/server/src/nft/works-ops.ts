import type { NftCreator, NftWork, OpsCalls, OpsParsedInputOf } from '@candor/contract'
import { Amount, parseRate, writeUsdt } from '@candor/money'
import { addressNetworkOf, normaliseHash, workMoves } from '@candor/rules'
import type { Operator } from '../back-office/operators/operator.ts'
import type { OpsHandlers } from '../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { readPage } from '../platform/http/pages.ts'
import { invalidField, Refusal } from '../platform/http/refusal.ts'
import { isoOrNull } from '../platform/iso-time.ts'
import type { Json } from '../platform/json.ts'
import { isUuid } from '../platform/uuid.ts'
import type { NftPorts } from './nft-ports.ts'
import { addWork, changeWork, lockWork, type WorkChange, worksForOperators } from './nft-store.ts'
import { keepPicture } from './pictures.ts'
import { changeOf, picturesOf, type ShownWork, type WorkRow } from './work-response.ts'

type InputOf<N extends 'opsNftAddWork' | 'opsNftOffer' | 'opsNftAddCreator'> = OpsParsedInputOf<OpsCalls[N]>

/** Operators' calls on artworks; each change is an entry of the audit log. */
export const worksOps = (context: ServerContext & NftPorts) =>
  ({
    opsNftCreators: () => listCreators(context),
    opsNftAddCreator: (input, operator) => addCreator(context, input, operator),
    opsNftPicture: ({ data }, operator) => keepPicture(context, data, operator.id),
    opsNftWorks: async ({ state, ...page }) => {
      const { rows, nextCursor } = await readPage(page, (before, limit) =>
        worksForOperators(context.db.query, { state, before, limit }),
      )
      return { items: rows.map(workShown), nextCursor }
    },
    opsNftAddWork: (input, operator) => addNewWork(context, input, operator),
    opsNftOffer: (input, operator) => offer(context, input, operator),
    opsNftWithdraw: ({ id, reason }, operator) =>
      change(
        context,
        { id, reason, action: 'nft.work.withdraw', after: { state: 'withdrawn' }, operator },
        (work) => {
          if (work.bid_count > 0 || !workMoves[work.state].includes('withdrawn'))
            throw new Refusal('changedMeanwhile')
          return { state: 'withdrawn' }
        },
      ),
    opsNftVerify: ({ id, verified, reason }, operator) =>
      change(context, { id, reason, action: 'nft.work.verify', after: { verified }, operator }, () => ({
        verified,
      })),
    opsNftDeliver: ({ id, hash: text }, operator) => deliver(context, id, text, operator),
  }) satisfies OpsHandlers

async function listCreators({ db }: ServerContext): Promise<NftCreator[]> {
  const rows = await db.query
    .selectFrom('nft_creators as creator')
    .leftJoin('nft_works as work', 'work.creator_id', 'creator.id')
    .select([
      'creator.id',
      'creator.name',
      'creator.about',
      (eb) => eb.fn.count<bigint>('work.id').as('works'),
    ])
    .groupBy(['creator.id', 'creator.name', 'creator.about'])
    .orderBy('creator.name')
    .execute()
  return rows.map((row) => ({ ...row, works: Number(row.works) }))
}

/** Adds a creator. Refuses `invalidInput` for an existing name. */
async function addCreator(
  { db, clock, newId, console }: ServerContext,
  { name, about }: InputOf<'opsNftAddCreator'>,
  operator: Operator,
): Promise<{ id: string }> {
  const id = newId()
  return db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('nft_creators')
      .values({ id, name, about, created_at: BigInt(clock.now()) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw invalidField('name', 'known')
    const subject = `creator:${id}`
    await console.audit.write(tx, {
      actor: operator.id,
      action: 'nft.creator.add',
      subject,
      after: { name, about },
    })
    return { id }
  })
}

/**
 * Adds a work. Refuses `invalidInput` for an unknown creator, a contract address of another chain, and an existing token;
 * `fileRejected` for a picture that is not an unused upload.
 */
async function addNewWork(
  context: ServerContext & NftPorts,
  input: InputOf<'opsNftAddWork'>,
  operator: Operator,
): Promise<{ id: string }> {
  const address = context.readAddress(addressNetworkOf(input.chain), input.address)
  if (address === null) throw invalidField('address', 'unreadable')
  const id = context.newId()
  return context.db.transaction(async (tx) => {
    await refuseUnknown(tx, input, address)
    await addWork(tx, {
      id,
      title: input.title,
      description: input.description,
      creator_id: input.creatorId,
      picture_id: input.pictureId,
      drawing: null,
      chain: input.chain,
      address,
      token_id: input.tokenId,
      created_at: BigInt(context.clock.now()),
      ...noSale,
    })
    await context.console.audit.write(tx, {
      actor: operator.id,
      action: 'nft.work.add',
      subject: `artwork:${id}`,
      after: { ...input, address },
    })
    return { id }
  })
}

/** A work that was never offered. */
export const noSale = {
  sale_kind: null,
  price: null,
  starts_at: null,
  ends_at: null,
  bid_step: null,
  soft_close_ms: null,
  fee_rate: null,
  highest: null,
  leader: null,
  sold_at: null,
  sold_price: null,
  fee: null,
  buyer: null,
  receiving_address: null,
  public_id: null,
  certificate_no: null,
  delivery_hash: null,
} as const

async function refuseUnknown(tx: Tx, input: InputOf<'opsNftAddWork'>, address: string): Promise<void> {
  const { creatorId, pictureId } = input
  const creator = tx.selectFrom('nft_creators').select('id').where('id', '=', creatorId)
  if (!isUuid(creatorId) || (await creator.executeTakeFirst()) === undefined)
    throw invalidField('creatorId', 'unknown')
  const picture = tx.selectFrom('nft_pictures').select('id').where('id', '=', pictureId)
  if (!isUuid(pictureId) || (await picture.executeTakeFirst()) === undefined)
    throw new Refusal('fileRejected', { reason: 'unknown', path: 'pictureId' })
  const known = await tx
    .selectFrom('nft_works')
    .select('id')
    .where('chain', '=', input.chain)
    .where('address', '=', address)
    .where('token_id', '=', input.tokenId)
    .executeTakeFirst()
  if (known !== undefined) throw invalidField('tokenId', 'known')
}

/** Offers a work at terms that then stay: step, soft close and fee are those of the parameters now (trust T18). */
async function offer(
  context: ServerContext & NftPorts,
  input: InputOf<'opsNftOffer'>,
  operator: Operator,
): Promise<true> {
  const price = Amount.parse('USDT', input.price)
  if (price === null || !price.isPositive()) throw new Refusal('amountInvalid')
  const startsAt = Date.parse(input.startsAt)
  const endsAt = input.endsAt === null ? null : Date.parse(input.endsAt)
  const now = context.clock.now()
  if (input.saleKind === 'auction' && endsAt === null) throw invalidField('endsAt', 'required')
  if (endsAt !== null && (endsAt <= startsAt || endsAt <= now)) throw invalidField('endsAt', 'inThePast')
  const [bidStep, softCloseSeconds, feeRate] = await Promise.all([
    rateOf(context, 'nft.bidStep'),
    context.parameters.value('nft.softCloseSeconds'),
    rateOf(context, 'nft.feeRate'),
  ])
  const { id, reason, ...terms } = input
  return change(context, { id, reason, action: 'nft.work.offer', after: terms, operator }, (work) => {
    if (work.bid_count > 0 || !workMoves[work.state].includes('offered'))
      throw new Refusal('changedMeanwhile')
    return {
      state: 'offered',
      sale_kind: input.saleKind,
      price: price.minor,
      starts_at: BigInt(startsAt),
      ends_at: endsAt === null ? null : BigInt(endsAt),
      bid_step: bidStep,
      soft_close_ms: BigInt(Number(softCloseSeconds) * 1_000),
      fee_rate: feeRate,
    }
  })
}

async function rateOf({ parameters }: ServerContext, key: 'nft.bidStep' | 'nft.feeRate'): Promise<bigint> {
  const rate = parseRate(String(await parameters.value(key)))
  if (rate === null) throw new Error(`the parameter ${key} cannot be read`)
  return rate
}

interface Deed {
  readonly id: string
  readonly reason: string | null
  readonly action: string
  readonly after: Json
  readonly operator: Operator
}

/** Makes one change to one work, with its entry in the audit log, and notifies its open pages. Refuses `notFound` where there is none. */
async function change(
  { db, clock, console, viewers }: ServerContext & NftPorts,
  { id, reason, action, after, operator }: Deed,
  decide: (work: WorkRow) => WorkChange,
): Promise<true> {
  const row = await db.transaction(async (tx) => {
    const work = await lockWork(tx, id)
    if (work === null) throw new Refusal('notFound')
    const changed = await changeWork(tx, id, decide(work))
    await console.audit.write(tx, {
      actor: operator.id,
      action,
      subject: `artwork:${id}`,
      reason,
      before: { state: work.state, verified: work.verified },
      after,
    })
    return changed
  })
  if (row.state !== 'draft' && row.state !== 'withdrawn') viewers.notify(changeOf(row, null, clock.now()))
  return true
}

/** Refuses `invalidInput` what is no transaction of the work's chain, `changedMeanwhile` a work that is not sold or was delivered. */
function deliver(
  context: ServerContext & NftPorts,
  id: string,
  text: string,
  operator: Operator,
): Promise<true> {
  const deed = { id, reason: null, action: 'nft.work.deliver', after: { hash: text }, operator }
  return change(context, deed, (work) => {
    if (work.state !== 'sold' || work.delivery_hash !== null) throw new Refusal('changedMeanwhile')
    const hash = normaliseHash(addressNetworkOf(work.chain), text)
    if (hash === null) throw invalidField('hash', 'unreadable')
    return { delivery_hash: hash }
  })
}

const usdtOrNull = (minor: bigint | null) => (minor === null ? null : writeUsdt(minor))

const workShown = (row: ShownWork): NftWork => ({
  id: row.id,
  title: row.title,
  description: row.description,
  ...picturesOf(row),
  creator: { id: row.creator_id, name: row.creator_name },
  chain: row.chain,
  address: row.address,
  tokenId: row.token_id,
  verified: row.verified,
  sample: row.sample,
  state: row.state,
  saleKind: row.sale_kind,
  price: usdtOrNull(row.price),
  startsAt: isoOrNull(row.starts_at),
  endsAt: isoOrNull(row.ends_at),
  bidCount: row.bid_count,
  highest: usdtOrNull(row.highest),
  soldAt: isoOrNull(row.sold_at),
  soldPrice: usdtOrNull(row.sold_price),
  receivingAddress: row.receiving_address,
  deliveryHash: row.delivery_hash,
})
