import { type AssetCode, writeMinor } from '@candor/money'

/** An account of a statement: `id` has at most 34 characters, `name` at most 70. */
export interface StatementAccount {
  readonly asset: AssetCode
  readonly id: string
  readonly name: string
  /** In the asset's smallest unit; positive is what the operator has. */
  readonly opening: bigint
  readonly closing: bigint
}

interface StatementDays {
  readonly from: Date
  /** The first moment after the last day. */
  readonly to: Date
  readonly day: string
  readonly last: string
  readonly madeAt: Date
}

export interface StatementEntry {
  readonly seq: bigint
  readonly asset: AssetCode
  /** Gain of the operator in the asset's smallest unit; negative: a loss. */
  readonly gained: bigint
  readonly kind: string
  readonly posting: string
  readonly reference: string | null
  readonly at: Date
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'

/**
 * ISO 4217's code for "no currency". No coin has a code there, and an amount of the message has at most five decimals: amounts are whole
 * numbers of the coin's smallest unit, which the account's name states (ADR-268).
 */
const currency = 'XXX'

/** Characters that XML 1.0 cannot have, escaped or not. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Writes any text as content: one line, of at most so many characters, without characters that XML cannot have. */
function content(text: string, most: number): string {
  const line = text.replace(notInXml, '\uFFFD').replace(/\s+/g, ' ').trim()
  return [...line]
    .slice(0, most)
    .join('')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

const element = (name: string, inner: string): string => `<${name}>${inner}</${name}>`
const time = (at: Date): string => at.toISOString()

/** Amounts have no sign; the indicator after them says which side they are on. */
const amount = (minor: bigint): string =>
  `<Amt Ccy="${currency}">${minor < 0n ? -minor : minor}</Amt>${element('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT')}`

const balance = (code: 'OPBD' | 'CLBD', minor: bigint, day: string): string =>
  element(
    'Bal',
    element('Tp', element('CdOrPrtry', element('Cd', code))) +
      amount(minor) +
      element('Dt', element('Dt', day)),
  )

const plainDay = (day: string): string => day.replaceAll('-', '')

/** Begins the message. */
export const beginStatements = ({ day, last, madeAt }: StatementDays): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}"><BkToCstmrStmt>${element(
    'GrpHdr',
    element('MsgId', `CANDOR-${plainDay(day)}-${plainDay(last)}`) +
      element('CreDtTm', time(madeAt)) +
      element(
        'AddtlInf',
        'The operator’s own accounts of real money. Amounts are whole numbers of the smallest unit of the coin that the account names; XXX stands for no currency.',
      ),
  )}\n`

/** Begins the statement of an account with both its balances. */
export const beginStatement = (
  { id, name, asset, opening, closing }: StatementAccount,
  { from, to, day, last, madeAt }: StatementDays,
): string =>
  `<Stmt>${element('Id', content(`${id.replace(' ', '-')}-${plainDay(last)}`, 35))}${element('CreDtTm', time(madeAt))}${element(
    'FrToDt',
    element('FrDtTm', time(from)) + element('ToDtTm', time(new Date(to.getTime() - 1))),
  )}${element(
    'Acct',
    element('Id', element('Othr', element('Id', content(id, 34)))) +
      element('Tp', element('Prtry', asset)) +
      element('Ccy', currency) +
      element('Nm', content(name, 70)),
  )}${balance('OPBD', opening, day)}${balance('CLBD', closing, last)}\n`

/** Writes an entry as booked. Its number in the ledger is its reference; posting and reference of the ledger are its details. */
export function writeEntry({ seq, asset, gained, kind, posting, reference, at }: StatementEntry): string {
  const moment = element('DtTm', time(at))
  const details = [
    `${writeMinor(gained, asset)} ${asset}`,
    `posting ${posting}`,
    ...(reference === null ? [] : [`reference ${reference}`]),
  ]
  return `${element(
    'Ntry',
    element('NtryRef', String(seq)) +
      amount(gained) +
      element('Sts', element('Cd', 'BOOK')) +
      element('BookgDt', moment) +
      element('ValDt', moment) +
      element('AcctSvcrRef', String(seq)) +
      element('BkTxCd', element('Prtry', element('Cd', content(kind, 35)) + element('Issr', 'Candor'))) +
      element('AddtlNtryInf', content(details.join('; '), 500)),
  )}\n`
}

export const endStatement = '</Stmt>\n'
export const endStatements = '</BkToCstmrStmt></Document>\n'
