import type { HouseResult, Language, LatePayments } from '@candor/contract'
import { type AssetCode, writeMinor } from '@candor/money'
import type { HouseLine, OwnMoneyLine } from '@candor/rules/treasury/house-lines.ts'
import type { TextKey } from '@candor/texts/keys.ts'
import { translator } from '@candor/texts/server.ts'
import type { Translate } from '@candor/texts/translate.ts'
import type { Block, PrintedDocument } from '../../documents/document.ts'
import {
  amountColumn,
  headerBlock,
  kindName,
  periodText,
  textColumn,
} from '../../documents/statement-blocks.ts'
import { momentWriter, numberWriter } from '../../documents/written-amounts.ts'
import { isolateFigures } from '../../documents/written-figures.ts'
import type { AccountClass } from '../../ledger/account-class.ts'

export interface PrintedMoneyReport {
  readonly language: Language
  /** Epoch ms; `to` is the first moment after the last day. */
  readonly from: number
  readonly to: number
  readonly madeAt: number
  readonly result: HouseResult
  readonly late: LatePayments
  readonly movements: readonly {
    readonly kind: string
    readonly asset: AssetCode
    readonly count: number
    readonly amount: string
  }[]
  /** Debits less credits in the asset's smallest unit. */
  readonly balances: readonly {
    readonly of: AccountClass
    readonly asset: AssetCode
    readonly minor: bigint
  }[]
}

/** Names of the lines that other documents have too. */
const sharedNames: Readonly<Partial<Record<HouseLine | OwnMoneyLine, TextKey>>> = {
  results: 'statement.tax.group.results',
  options: 'statement.tax.group.options',
  commissions: 'statement.tax.group.commissions',
  swaps: 'statement.tax.group.swaps',
  rebates: 'statement.kinds.fee-rebate',
  conversions: 'statement.tax.group.conversions',
  conversionFees: 'statement.kinds.conversion-fee',
  withdrawalFees: 'statement.kinds.withdrawal-fee',
  nftFees: 'statement.kinds.nft-fee',
  plans: 'statement.tax.group.planYield',
  savings: 'statement.kinds.savings-interest',
  loans: 'statement.kinds.loan-interest',
  shortfalls: 'statement.kinds.negative-balance-protection',
  corrections: 'statement.kinds.adjustment',
  other: 'statement.tax.group.other',
  funding: 'statement.kinds.operator-funding',
}

/** Builds the money report of some days as a document. Times are in UTC, as it states. */
export function moneyReportDocument(report: PrintedMoneyReport): PrintedDocument {
  const { language, madeAt } = report
  const t = translator(language)
  return {
    language,
    title: t('report.title'),
    madeAt,
    footer: t('report.footer'),
    blocks: blocksOf(report),
  }
}

function blocksOf(report: PrintedMoneyReport): Block[] {
  const { language, from, to, madeAt } = report
  const t = translator(language)
  return [
    { do: 'title', text: t('report.title') },
    headerBlock({
      ...{ language, madeAt },
      customer: null,
      account: t('report.account'),
      period: `${periodText(language, from, to)} (UTC)`,
    }),
    { do: 'heading', text: t('report.result') },
    { do: 'note', text: t('report.result.note') },
    productTable(report),
    { do: 'note', text: valuedText(report) },
    ...marketBlocks(report),
    ...lateBlocks(report),
    { do: 'heading', text: t('report.balances') },
    balanceTable(report),
    { do: 'heading', text: t('report.movements') },
    movementTable(report),
  ]
}

const lineName = (t: Translate, line: HouseLine | OwnMoneyLine): string => {
  const shared = sharedNames[line]
  return shared === undefined ? (t.maybe(`report.line.${line}`) ?? line) : t(shared)
}

function productTable({ language, result }: PrintedMoneyReport): Block {
  const t = translator(language)
  const number = numberWriter(language)
  const lines = (rows: HouseResult['products'] | HouseResult['ownMoney']) =>
    rows.map(({ line, asset, count, amount }) => [
      lineName(t, line),
      asset,
      isolateFigures(String(count), language),
      number(amount),
    ])
  const sums = (name: 'result' | 'change') =>
    result.totals.map((total) => [t(`report.total.${name}`), total.asset, '', number(total[name])])
  return {
    do: 'table',
    columns: [
      textColumn(t('report.column.line'), 6),
      textColumn(t('statement.balances.asset'), 2),
      amountColumn(t('report.column.entries'), 2),
      amountColumn(t('statement.column.amount'), 4),
    ],
    rows: [...lines(result.products), ...sums('result'), ...lines(result.ownMoney), ...sums('change')],
  }
}

function valuedText({ language, result: { valued } }: PrintedMoneyReport): string {
  const t = translator(language)
  if (valued === null) return t('report.unvalued')
  return t('report.valued', {
    amount: isolateFigures(`${numberWriter(language)(valued.amount)} USDT`, language),
    at: momentWriter(language)(Date.parse(valued.at)),
  })
}

const marketColumns = ['results', 'options', 'commissions', 'swaps', 'hedging', 'total'] as const

function marketBlocks({ language, result }: PrintedMoneyReport): Block[] {
  if (result.markets.length === 0) return []
  const t = translator(language)
  const number = numberWriter(language)
  const columns = [
    amountColumn(t('statement.tax.column.result'), 4),
    amountColumn(t('statement.tax.options'), 3),
    amountColumn(t('statement.tax.column.commission'), 3),
    amountColumn(t('statement.tax.column.swap'), 3),
    amountColumn(t('report.line.hedging'), 4),
    amountColumn(t('report.column.total'), 4),
  ]
  const sums = (row: HouseResult['classes'][number]) => marketColumns.map((column) => number(row[column]))
  const className = (type: number | null) =>
    (type === null ? null : t.maybe(`markets.tab.${type}`)) ?? t('report.unknown')
  return [
    { do: 'heading', text: t('report.classes') },
    {
      do: 'table',
      columns: [textColumn(t('markets.rule.class'), 3), ...columns],
      rows: result.classes.map((row) => [className(row.type), ...sums(row)]),
    },
    { do: 'heading', text: t('report.markets') },
    {
      do: 'table',
      columns: [textColumn(t('statement.tax.column.market'), 3), ...columns],
      rows: result.markets.map((row) => [row.code ?? t('report.unknown'), ...sums(row)]),
    },
  ]
}

function lateBlocks({ language, late }: PrintedMoneyReport): Block[] {
  const t = translator(language)
  const { items, counts, deadlineHours } = late
  const heading: Block = { do: 'heading', text: t('report.late') }
  const basis: Block = { do: 'note', text: t('report.late.basis', { hours: String(deadlineHours) }) }
  if (items.length === 0) return [heading, basis, { do: 'text', text: t('report.late.none') }]
  const number = numberWriter(language)
  const moment = momentWriter(language)
  const figures = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))
  return [
    heading,
    basis,
    { do: 'text', text: t('report.late.counts', figures) },
    {
      do: 'table',
      columns: [
        textColumn(t('statement.column.kind'), 4),
        amountColumn(t('statement.column.amount'), 5),
        textColumn(t('report.column.due'), 5),
        textColumn(t('report.column.ended'), 5),
        amountColumn(t('report.column.late'), 3),
      ],
      rows: items.map(({ kind, asset, amount, dueAt, endedAt, lateMinutes }) => [
        kindName(t, kind),
        isolateFigures(`${number(amount)} ${asset}`, language),
        moment(Date.parse(dueAt)),
        endedAt === null ? t('report.late.waiting') : moment(Date.parse(endedAt)),
        t('report.late.by', {
          hours: String(Math.floor(lateMinutes / 60)),
          minutes: String(lateMinutes % 60),
        }),
      ]),
    },
  ]
}

function balanceTable({ language, balances }: PrintedMoneyReport): Block {
  const t = translator(language)
  const number = numberWriter(language)
  const side = (minor: bigint, asset: AssetCode) => (minor > 0n ? number(writeMinor(minor, asset)) : '')
  return {
    do: 'table',
    columns: [
      textColumn(t('statement.pdf.account'), 5),
      textColumn(t('statement.balances.asset'), 2),
      amountColumn(t('report.column.debit'), 4),
      amountColumn(t('report.column.credit'), 4),
    ],
    rows: balances
      .filter(({ minor }) => minor !== 0n)
      .map(({ of, asset, minor }) => [
        t(`report.account.${of}`),
        asset,
        side(minor, asset),
        side(-minor, asset),
      ]),
  }
}

function movementTable({ language, movements }: PrintedMoneyReport): Block {
  const t = translator(language)
  if (movements.length === 0) return { do: 'text', text: t('report.movements.none') }
  const number = numberWriter(language)
  const name = (kind: string) => t.maybe(`report.kinds.${kind}`) ?? kindName(t, kind)
  return {
    do: 'table',
    columns: [
      textColumn(t('statement.column.kind'), 6),
      textColumn(t('statement.balances.asset'), 2),
      amountColumn(t('report.column.entries'), 2),
      amountColumn(t('statement.column.amount'), 4),
    ],
    rows: movements.map(({ kind, asset, count, amount }) => [
      name(kind),
      asset,
      isolateFigures(String(count), language),
      number(amount),
    ]),
  }
}
