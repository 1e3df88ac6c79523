import { createHash } from 'node:crypto'
import { writeUsdt } from '@candor/money'
import { type LanguageCode, languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import sharp from 'sharp'
import type { Block, PrintedDocument } from '../documents/document.ts'
import type { ServerContext } from '../module.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { workers } from '../platform/workers/worker-pool.ts'
import { workById } from './nft-store.ts'
import { printablePicture } from './serve-art.ts'
import { chainNames, type ShownWork } from './work-response.ts'

/**
 * Returns the certificate of a work the customer bought, as a PDF in `language`; written at its first use and kept. Refuses
 * `notFound` for another customer's.
 */
export async function certificatePaper(
  context: ServerContext,
  id: string,
  userId: string,
  language: LanguageCode,
): Promise<{ readonly name: string; readonly pdf: Buffer }> {
  const row = await workById(context.db.query, id)
  if (row === null || row.buyer !== userId) throw new Refusal('notFound')
  const name = `certificate-${row.certificate_no}.pdf`
  const stored = await storedPaper(context, id, language)
  if (stored !== null) return { name, pdf: stored }
  const pdf = Buffer.from(await workers.run('paper', await paperOf(context, row, language)))
  await context.db.query
    .insertInto('nft_papers')
    .values({
      work_id: id,
      language,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      pdf,
      written_at: BigInt(context.clock.now()),
    })
    .onConflict((conflict) => conflict.columns(['work_id', 'language']).doNothing())
    .execute()
  return { name, pdf: (await storedPaper(context, id, language)) ?? pdf }
}

async function storedPaper({ db }: ServerContext, id: string, language: string): Promise<Buffer | null> {
  const row = await db.query
    .selectFrom('nft_papers')
    .select('pdf')
    .where('work_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
  return row?.pdf ?? null
}

const side = 260

async function paperOf(
  { db }: ServerContext,
  row: ShownWork,
  language: LanguageCode,
): Promise<PrintedDocument> {
  const t = translator(language)
  const picture = await printablePicture(db, row)
  const image = picture === null ? null : await printed(picture)
  const price = row.sold_price ?? 0n
  const fee = row.fee ?? 0n
  const rows: [string, string][] = [
    [t('certificate.number'), row.certificate_no ?? ''],
    [t('certificate.work'), row.title],
    [t('certificate.creator'), row.creator_name],
    [t('certificate.chain'), chainNames[row.chain]],
    [t('certificate.contract'), row.address],
    [t('certificate.token'), row.token_id],
    [t('certificate.receiving'), row.receiving_address ?? ''],
    [t('certificate.soldAt'), momentText(Number(row.sold_at), language)],
    [t('certificate.price'), amountText(price, language)],
    [t('certificate.fee'), amountText(fee, language)],
    [t('certificate.donated'), amountText(price - fee, language)],
    [t('certificate.receipt'), row.public_id ?? ''],
  ]
  const blocks: Block[] = [
    { do: 'title', text: t('certificate.title') },
    { do: 'text', text: t('certificate.text', { title: row.title }) },
    ...(image === null ? [] : [{ do: 'picture', image, width: side, height: side } as const]),
    { do: 'facts', rows },
    ...(row.sample ? [{ do: 'note', text: t('certificate.sample') } as const] : []),
    { do: 'note', text: t('certificate.note') },
  ]
  return {
    language,
    title: t('certificate.title'),
    madeAt: Number(row.sold_at),
    footer: `${t('certificate.title')} · ${row.certificate_no}`,
    blocks,
  }
}

/** Twice the points it is printed at, so that it stays sharp on paper. */
const printed = (picture: Buffer | string): Promise<Buffer> =>
  sharp(typeof picture === 'string' ? Buffer.from(picture) : picture)
    .resize({ width: 2 * side, height: 2 * side, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86 })
    .toBuffer()

const tagOf = (language: LanguageCode) => `${languages[language].tag}-u-nu-latn`

/** An amount and its unit keep their order within right-to-left words. */
function amountText(minor: bigint, language: LanguageCode): string {
  const format = new Intl.NumberFormat(tagOf(language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
  const text = `${format.format(writeUsdt(minor) as `${number}`)} USDT`
  return languages[language].direction === 'rtl' ? `\u2066${text}\u2069` : text
}

/** In UTC, which means the same wherever it is read. */
function momentText(ms: number, language: LanguageCode): string {
  const format = new Intl.DateTimeFormat(tagOf(language), {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(ms))} UTC`
}
