import type { Language } from '@candor/contract'
import { taxYear } from '@candor/rules/accounts/tax-groups.ts'
import { translator } from '@candor/texts/server.ts'
import type { Block, PrintedDocument } from '../../../documents/document.ts'
import {
  amountColumn,
  balancesTable,
  headerBlock,
  kindName,
  periodText,
  textColumn,
} from '../../../documents/statement-blocks.ts'
import { momentWriter, numberWriter } from '../../../documents/written-amounts.ts'
import { isolateFigures } from '../../../documents/written-figures.ts'
import { type LedgerAsset, writeLedgerAmount } from '../../../ledger/account-class.ts'
import type { StatementTotal } from '../../../ledger/ledger.ts'
import { type CollectedSections, groupTotals, type TradeLine } from './tax-sections.ts'
import { directionName } from './tax-words.ts'

export interface PrintedTaxStatement extends CollectedSections {
  readonly language: Language
  readonly customer: { readonly name: string; readonly email: string }
  readonly year: number
  /** The year was over when the document was made. */
  readonly isOver: boolean
  readonly madeAt: number
}

/** Builds the tax statement of a year as a document in the customer's language. Times are in UTC, as it states. */
export function taxDocument(statement: PrintedTaxStatement): PrintedDocument {
  const { language, madeAt, year } = statement
  const t = translator(language)
  return {
    language,
    title: t('statement.tax.title.year', { year: String(year) }),
    madeAt,
    footer: t('statement.pdf.footer'),
    blocks: blocksOf(statement),
  }
}

function blocksOf(statement: PrintedTaxStatement): Block[] {
  const { language, customer, year, isOver, madeAt, totals, leftOut, penalties } = statement
  const t = translator(language)
  const { from, to } = taxYear(year)
  const note = (text: string): Block => ({ do: 'note', text })
  const amount = amountWriter(language)
  return [
    { do: 'title', text: t('statement.tax.title.year', { year: String(year) }) },
    headerBlock({
      ...{ language, customer, madeAt },
      account: t('statement.pdf.real'),
      period: `${periodText(language, from, to)} (UTC)`,
    }),
    note(t('statement.tax.notAdvice')),
    note(t('statement.tax.basis')),
    ...(isOver ? [] : [note(t('statement.tax.unfinished'))]),
    { do: 'heading', text: t('statement.tax.groups') },
    groupTable(statement),
    ...penalties.map(({ asset, minor }) =>
      note(
        t('statement.tax.penalties', {
          amount: isolateFigures(`${amount(minor, asset)} ${asset}`, language),
        }),
      ),
    ),
    { do: 'heading', text: t('statement.totals') },
    balancesTable(language, totals.map(balancesOf)),
    { do: 'heading', text: t('statement.totals.kinds') },
    kindTable(statement),
    ...positionBlocks(statement),
    ...optionBlocks(statement),
    ...conversionBlocks(statement),
    ...(leftOut ? [note(t('statement.pdf.leftOut'))] : []),
  ]
}

/** Formats an amount in the asset's smallest unit with the language's separators and all its decimals. */
function amountWriter(language: Language): (minor: bigint, asset: LedgerAsset) => string {
  const number = numberWriter(language)
  return (minor, asset) => number(writeLedgerAmount(minor, asset))
}

function groupTable({ language, totals }: PrintedTaxStatement): Block {
  const t = translator(language)
  const amount = amountWriter(language)
  return {
    do: 'table',
    columns: [
      textColumn(t('statement.column.kind'), 5),
      textColumn(t('statement.balances.asset'), 2),
      amountColumn(t('statement.totals.in'), 3),
      amountColumn(t('statement.totals.out'), 3),
      amountColumn(t('statement.tax.column.net'), 3),
    ],
    rows: groupTotals(totals).map(({ group, asset, inMinor, outMinor }) => [
      t(`statement.tax.group.${group}`),
      asset,
      amount(inMinor, asset),
      amount(outMinor, asset),
      amount(inMinor - outMinor, asset),
    ]),
  }
}

const balancesOf = ({ asset, openingMinor, inMinor, outMinor, closingMinor }: StatementTotal) => ({
  asset,
  opening: writeLedgerAmount(openingMinor, asset),
  in: writeLedgerAmount(inMinor, asset),
  out: writeLedgerAmount(outMinor, asset),
  closing: writeLedgerAmount(closingMinor, asset),
})

function kindTable({ language, totals }: PrintedTaxStatement): Block {
  const t = translator(language)
  const amount = amountWriter(language)
  return {
    do: 'table',
    columns: [
      textColumn(t('statement.column.kind'), 6),
      textColumn(t('statement.balances.asset'), 2),
      amountColumn(t('statement.totals.in'), 3),
      amountColumn(t('statement.totals.out'), 3),
    ],
    rows: totals.flatMap(({ asset, kinds }) =>
      kinds.map(({ kind, inMinor, outMinor }) => [
        kindName(t, kind),
        asset,
        amount(inMinor, asset),
        amount(outMinor, asset),
      ]),
    ),
  }
}

/** Writes when a trade was opened and closed; one that was open at the year's end says so. */
function timesOf({ language, year }: PrintedTaxStatement, { details, firstAt }: TradeLine): string[] {
  const moment = momentWriter(language)
  const closedAt = details?.closedAt ?? null
  return [
    moment(details?.openedAt ?? firstAt.getTime()),
    closedAt === null || closedAt >= taxYear(year).to
      ? translator(language)('statement.tax.open')
      : moment(closedAt),
  ]
}

function positionBlocks(statement: PrintedTaxStatement): Block[] {
  const { language, positions } = statement
  if (positions.length === 0) return []
  const t = translator(language)
  const amount = amountWriter(language)
  return [
    { do: 'heading', text: t('statement.tax.positions') },
    {
      do: 'table',
      columns: [
        textColumn(t('statement.tax.column.opened'), 4),
        textColumn(t('statement.tax.column.closed'), 4),
        textColumn(t('statement.tax.column.market'), 4),
        amountColumn(t('statement.tax.column.result'), 4),
        amountColumn(t('statement.tax.column.commission'), 4),
        amountColumn(t('statement.tax.column.swap'), 3),
        amountColumn(t('statement.tax.column.net'), 4),
      ],
      rows: positions.map((line) => [
        ...timesOf(statement, line),
        [line.details?.code ?? '', directionName(t, line.details), line.details?.lots ?? ''].join(' ').trim(),
        amount(line.result, 'USDT'),
        amount(line.commission, 'USDT'),
        amount(line.swap, 'USDT'),
        amount(line.result + line.commission + line.swap, 'USDT'),
      ]),
    },
  ]
}

function optionBlocks(statement: PrintedTaxStatement): Block[] {
  const { language, options } = statement
  if (options.length === 0) return []
  const t = translator(language)
  const amount = amountWriter(language)
  const number = numberWriter(language)
  return [
    { do: 'heading', text: t('statement.tax.options') },
    {
      do: 'table',
      columns: [
        textColumn(t('statement.tax.column.opened'), 4),
        textColumn(t('statement.tax.column.closed'), 4),
        textColumn(t('statement.tax.column.market'), 4),
        amountColumn(t('statement.tax.column.stake'), 3),
        amountColumn(t('statement.tax.column.result'), 3),
      ],
      rows: options.map((line) => [
        ...timesOf(statement, line),
        [line.details?.code ?? '', directionName(t, line.details)].join(' ').trim(),
        typeof line.details?.stake === 'string' ? number(line.details.stake) : '',
        amount(line.result, 'USDT'),
      ]),
    },
  ]
}

function conversionBlocks({ language, conversions }: PrintedTaxStatement): Block[] {
  if (conversions.length === 0) return []
  const t = translator(language)
  const amount = amountWriter(language)
  const moment = momentWriter(language)
  return [
    { do: 'heading', text: t('statement.filter.conversions') },
    {
      do: 'table',
      columns: [
        textColumn(t('statement.column.time'), 4),
        textColumn(t('statement.column.kind'), 4),
        textColumn(t('statement.balances.asset'), 2),
        amountColumn(t('statement.column.amount'), 4),
      ],
      rows: conversions.flatMap(({ firstAt, sums }) =>
        sums.map(({ kind, asset, minor }) => [
          moment(firstAt.getTime()),
          kindName(t, kind),
          asset,
          amount(minor, asset),
        ]),
      ),
    },
  ]
}
