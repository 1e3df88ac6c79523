import type { AccountMode, Language } from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import type { Translate } from '@candor/texts/translate.ts'
import type { Block, PrintedDocument } from '../../documents/document.ts'
import { balancesTable, headerBlock, kindName, periodText } from '../../documents/statement-blocks.ts'
import { momentWriter, numberWriter } from '../../documents/written-amounts.ts'
import type { OrderLabel } from '../accounts-ports.ts'

export interface PrintedStatement {
  readonly language: Language
  readonly customer: { readonly name: string; readonly email: string }
  readonly mode: AccountMode
  readonly from: Date
  /** The first moment after the period. */
  readonly to: Date
  readonly madeAt: number
  readonly totals: readonly {
    readonly asset: string
    readonly opening: string
    readonly in: string
    readonly out: string
    readonly closing: string
  }[]
  /** Newest first. */
  readonly lines: readonly {
    readonly at: string
    readonly asset: string
    readonly kind: string
    readonly amount: string
    readonly balanceAfter: string
    /** Of an option that was adjusted for splits, `new:old`. */
    readonly split: string | null
    /** The order or option it is of. */
    readonly order?: OrderLabel | null
  }[]
  /** Older lines of the period did not fit. */
  readonly leftOut: boolean
}

/** Builds the statement of a period as a document in the customer's language. Times are in UTC, as it states. */
export function statementDocument(statement: PrintedStatement): PrintedDocument {
  const { language, madeAt } = statement
  const t = translator(language)
  return {
    language,
    title: t('statement.title'),
    madeAt,
    footer: t('statement.pdf.footer'),
    blocks: blocksOf(statement),
  }
}

function blocksOf(statement: PrintedStatement): Block[] {
  const { language, customer, mode, from, to, madeAt, totals, leftOut } = statement
  const t = translator(language)
  return [
    { do: 'title', text: t('statement.title') },
    headerBlock({
      ...{ language, customer, madeAt },
      account: t(mode === 'demo' ? 'statement.pdf.demo' : 'statement.pdf.real'),
      period: periodText(language, from.getTime(), to.getTime()),
    }),
    { do: 'space' },
    { do: 'heading', text: t('statement.totals') },
    balancesTable(language, totals),
    { do: 'space' },
    { do: 'heading', text: t('statement.pdf.lines') },
    linesTable(statement),
    ...(leftOut ? [{ do: 'note', text: t('statement.pdf.leftOut') } as const] : []),
  ]
}

function linesTable({ language, lines }: PrintedStatement): Block {
  const t = translator(language)
  if (lines.length === 0) return { do: 'text', text: t('statement.empty.title') }
  const number = numberWriter(language)
  const moment = momentWriter(language)
  return {
    do: 'table',
    columns: [
      { title: t('statement.column.time'), share: 6 },
      { title: t('statement.column.kind'), share: 6 },
      { title: t('statement.balances.asset'), share: 2 },
      { title: t('statement.column.amount'), share: 4, end: true },
      { title: t('statement.column.balance'), share: 4, end: true },
    ],
    rows: lines.map((line) => [
      moment(Date.parse(line.at)),
      whatOf(t, line),
      line.asset,
      number(line.amount),
      number(line.balanceAfter),
    ]),
  }
}

function whatOf(t: Translate, { kind, split, order }: PrintedStatement['lines'][number]): string {
  const plain = kindName(t, kind)
  const name = order ? t('statement.line', { ...order, kind: plain, lots: order.lots ?? '' }).trim() : plain
  return split === null ? name : `${name} · ${t('statement.split', { ratio: split })}`
}
