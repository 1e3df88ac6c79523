import { createHash } from 'node:crypto'
import { isLanguageCode, type LanguageCode, languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { Block } from '../../documents/document.ts'
import type { ServerContext } from '../../module.ts'
import { workers } from '../../platform/workers/worker-pool.ts'
import { type LoanRow, termsOf } from '../loan-response.ts'
import type { LoansPorts } from '../loans-ports.ts'
import { keepPaper, paperOf } from '../loans-store.ts'
import { amountText, percentText } from './agreement.ts'

/**
 * Returns the signed agreement as a PDF, in the language it was signed in. Written at its first use and stored: the same agreement makes
 * the same file, so concurrent requests store the same one.
 */
export async function agreementPaper(context: ServerContext & LoansPorts, row: LoanRow): Promise<Buffer> {
  const stored = await paperOf(context.db.query, row.id)
  if (stored !== null) return stored
  const pdf = Buffer.from(await workers.run('paper', await paperFor(context, row)))
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await keepPaper(context.db.query, { loan_id: row.id, sha256, pdf, written_at: BigInt(context.clock.now()) })
  return (await paperOf(context.db.query, row.id)) ?? pdf
}

async function paperFor({ signatures }: LoansPorts, row: LoanRow) {
  const language: LanguageCode = isLanguageCode(row.language) ? row.language : 'en'
  const t = translator(language)
  const { title, sections } = row.agreement
  const picture = (await signatures.read(row.signature))?.bytes ?? null
  const terms = termsOf(row)
  const blocks: Block[] = [
    { do: 'title', text: title },
    {
      do: 'facts',
      rows: [
        [t('agreement.label.loanNo'), row.loan_no],
        [t('agreement.label.amount'), amountText(row.amount, language)],
        [t('agreement.label.days'), t('agreement.days', { days: row.days })],
        [t('agreement.label.dailyRate'), percentText(terms.dailyRate, language)],
        [t('agreement.label.overlayRate'), percentText(terms.overdueRate, language)],
        [t('agreement.label.apr'), percentText(row.apr as typeof terms.dailyRate, language)],
      ],
    },
    ...sections.flatMap(({ heading, text: words }): Block[] => [
      { do: 'heading', text: heading },
      { do: 'text', text: words },
    ]),
    { do: 'heading', text: t('agreement.label.signature') },
    ...(picture === null ? [] : [{ do: 'picture', image: picture, width: 200, height: 80 } as const]),
    {
      do: 'facts',
      rows: [
        [t('agreement.label.signedName'), row.signed_name],
        [t('agreement.label.signedAt'), momentText(Number(row.requested_at), language)],
        [t('agreement.label.hash'), row.agreement_hash],
      ],
    },
    { do: 'note', text: t('agreement.note') },
  ]
  return {
    language,
    title,
    madeAt: Number(row.requested_at),
    footer: `${title} · ${row.loan_no}`,
    blocks,
  }
}

/** Formats a time in UTC, which means the same to both parties. */
function momentText(ms: number, language: LanguageCode): string {
  const format = new Intl.DateTimeFormat(`${languages[language].tag}-u-nu-latn`, {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(ms))} UTC`
}

/** File name of a downloaded agreement. */
export const paperName = (row: LoanRow): string => `loan-${row.loan_no}.pdf`
