import type { Language } from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import type { Translate } from '@candor/texts/translate.ts'
import type { Block, TableColumn } from './document.ts'
import { momentWriter, numberWriter } from './written-amounts.ts'
import { figuresTag } from './written-figures.ts'

/** Holds what stands above every statement: whose it is, of which account and period, and when it was made. */
/** Customer and account of a statement, its period, and when it was made. */
interface StatementHeader {
  readonly language: Language
  /** Null: it is of the operator's own accounts. */
  readonly customer: { readonly name: string; readonly email: string } | null
  /** The account in words. */
  readonly account: string
  readonly period: string
  /** Epoch ms. */
  readonly madeAt: number
}

export function headerBlock({ language, customer, account, period, madeAt }: StatementHeader): Block {
  const t = translator(language)
  return {
    do: 'facts',
    rows: [
      ...(customer === null
        ? []
        : [[t('statement.pdf.customer'), `${customer.name} · ${customer.email}`] as const]),
      [t('statement.pdf.account'), account],
      [t('statement.period'), period],
      [t('statement.pdf.madeAt'), `${momentWriter(language)(madeAt)} UTC`],
    ],
  }
}

/** Writes a period by its first and its last day in UTC; `to` is the first moment after it. Both epoch ms. */
export function periodText(language: Language, from: number, to: number): string {
  const day = new Intl.DateTimeFormat(figuresTag(language), { dateStyle: 'long', timeZone: 'UTC' })
  return `${day.format(from)} – ${day.format(to - 1)}`
}

export const textColumn = (title: string, share: number): TableColumn => ({ title, share })
export const amountColumn = (title: string, share: number): TableColumn => ({ title, share, end: true })

/** Holds what an asset had before a period, what came in and went out, and what it had after it, as decimal texts. */
/** Balances of an asset: what it had before a period, what came in and went out, and what it had after it, as decimal texts. */
interface AssetBalances {
  readonly asset: string
  readonly opening: string
  readonly in: string
  readonly out: string
  readonly closing: string
}

const parts = ['opening', 'in', 'out', 'closing'] as const

export function balancesTable(language: Language, totals: readonly AssetBalances[]): Block {
  const t = translator(language)
  const number = numberWriter(language)
  return {
    do: 'table',
    columns: [
      textColumn(t('statement.balances.asset'), 1),
      ...parts.map((part) => amountColumn(t(`statement.totals.${part}`), 2)),
    ],
    rows: totals.map((one) => [one.asset, ...parts.map((part) => number(one[part]))]),
  }
}

/** Names a kind of entry; one that has no words yet is named as the ledger calls it. */
export const kindName = (t: Translate, kind: string): string => t.maybe(`statement.kinds.${kind}`) ?? kind
