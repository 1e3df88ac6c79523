import type { Language } from '@candor/contract'
import { taxYear } from '@candor/rules/accounts/tax-groups.ts'
import { translator } from '@candor/texts/server.ts'
import type { Translate } from '@candor/texts/translate.ts'
import { kindName } from '../../../documents/statement-blocks.ts'
import { writeLedgerAmount } from '../../../ledger/account-class.ts'
import type { StatementTotal } from '../../../ledger/ledger.ts'
import type { ReferenceSums } from '../../../ledger/reports/tax-year.ts'
import { groupTotals, type TaxSection, type TradeLine } from './tax-sections.ts'
import { directionName } from './tax-words.ts'

/** Words and limits of a file. */
interface CsvWords {
  readonly language: Language
  readonly year: number
  /** The year was over when the file was made. */
  readonly isOver: boolean
}

/** Columns by name; a row has a text for some of them. */
const columns = [
  'part',
  'entry',
  'asset',
  'opened',
  'closed',
  'market',
  'direction',
  'volume',
  'stake',
  'in',
  'out',
  'result',
  'commission',
  'swap',
  'net',
  'reference',
] as const
type Row = Readonly<Partial<Record<(typeof columns)[number], string>>>

/** Columns that are named as in a statement. */
const shared = {
  entry: 'statement.column.kind',
  asset: 'statement.balances.asset',
  in: 'statement.totals.in',
  out: 'statement.totals.out',
  reference: 'statement.column.reference',
} as const

/** Returns the names of the columns in a language. */
export function taxCsvHeader(language: Language): string[] {
  const t = translator(language)
  return columns.map((name) => t(isShared(name) ? shared[name] : `statement.tax.column.${name}`))
}

const isShared = (name: (typeof columns)[number]): name is keyof typeof shared => name in shared

const textsOf = (row: Row): string[] => columns.map((name) => row[name] ?? '')

/** Writes the parts of a statement as rows, in the order in which they come. Amounts are decimal texts with a point in every language. */
export async function* taxCsvPages(
  { language, year, isOver }: CsvWords,
  parts: AsyncIterable<TaxSection>,
): AsyncGenerator<string[][]> {
  const t = translator(language)
  yield noteRows(t, isOver).map(textsOf)
  for await (const part of parts) {
    const rows =
      part.part === 'totals'
        ? totalRows(t, part)
        : part.part === 'conversions'
          ? part.lines.flatMap((line) => conversionRows(t, line))
          : part.lines.map((line) => tradeRow(t, part.part, line, taxYear(year).to))
    yield rows.map(textsOf)
  }
}

function noteRows(t: Translate, isOver: boolean): Row[] {
  const notes = [t('statement.tax.notAdvice'), t('statement.tax.basis')]
  if (!isOver) notes.push(t('statement.tax.unfinished'))
  return notes.map((entry) => ({ part: t('statement.tax.note'), entry }))
}

function totalRows(t: Translate, { totals, penalties }: Extract<TaxSection, { part: 'totals' }>): Row[] {
  return [
    ...totals.flatMap((total) => balanceRows(t, total)),
    ...groupTotals(totals).map(({ group, asset, inMinor, outMinor }) => ({
      part: t('statement.tax.groups'),
      entry: t(`statement.tax.group.${group}`),
      ...amountsOf(asset, inMinor, outMinor),
    })),
    ...totals.flatMap(({ asset, kinds }) =>
      kinds.map(({ kind, inMinor, outMinor }) => ({
        part: t('statement.totals.kinds'),
        entry: kindName(t, kind),
        ...amountsOf(asset, inMinor, outMinor),
      })),
    ),
    ...penalties.map(({ asset, minor }) => ({
      part: t('statement.tax.note'),
      entry: t('statement.tax.penalties', { amount: `${writeLedgerAmount(minor, asset)} ${asset}` }),
    })),
  ]
}

const balanceRows = (t: Translate, { asset, openingMinor, closingMinor }: StatementTotal): Row[] => [
  {
    part: t('statement.balances'),
    entry: t('statement.totals.opening'),
    asset,
    net: writeLedgerAmount(openingMinor, asset),
  },
  {
    part: t('statement.balances'),
    entry: t('statement.totals.closing'),
    asset,
    net: writeLedgerAmount(closingMinor, asset),
  },
]

const amountsOf = (asset: StatementTotal['asset'], inMinor: bigint, outMinor: bigint): Row => ({
  asset,
  in: writeLedgerAmount(inMinor, asset),
  out: writeLedgerAmount(outMinor, asset),
  net: writeLedgerAmount(inMinor - outMinor, asset),
})

function tradeRow(
  t: Translate,
  part: 'positions' | 'options',
  { reference, firstAt, details, result, commission, swap }: TradeLine,
  endMs: number,
): Row {
  const amount = (minor: bigint) => writeLedgerAmount(minor, 'USDT')
  const closedAt = details?.closedAt ?? null
  return {
    part: t(`statement.tax.${part}`),
    asset: 'USDT',
    opened: new Date(details?.openedAt ?? firstAt).toISOString(),
    closed:
      closedAt === null || closedAt >= endMs ? t('statement.tax.open') : new Date(closedAt).toISOString(),
    market: details?.code ?? '',
    direction: directionName(t, details),
    volume: details?.lots ?? '',
    stake: details?.stake ?? '',
    result: amount(result),
    ...(part === 'positions' ? { commission: amount(commission), swap: amount(swap) } : {}),
    net: amount(result + commission + swap),
    reference: reference ?? '',
  }
}

const conversionRows = (t: Translate, { reference, firstAt, sums }: ReferenceSums): Row[] =>
  sums.map(({ kind, asset, minor }) => ({
    part: t('statement.filter.conversions'),
    entry: kindName(t, kind),
    opened: firstAt.toISOString(),
    ...amountsOf(asset, minor > 0n ? minor : 0n, minor < 0n ? -minor : 0n),
    reference: reference ?? '',
  }))
