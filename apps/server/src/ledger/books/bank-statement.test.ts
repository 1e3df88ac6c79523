import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import type { Ledger, Step } from '../ledger.ts'
import { createLedger } from '../postgres-ledger.ts'
import { customer, houseClasses, ofHouse, openAndFund, transfer } from '../test-accounts.ts'
import { bankStatement } from './bank-statement.ts'
import { trialBalance } from './book-balances.ts'

const day = (n: number) => Date.UTC(2026, 0, n)
const clock = new ManualClock(day(4))
const odd = '<b>&"\'\u0001\u{1F600}\uD800 ]]>\nend'
let db: TestDatabase
let ledger: Ledger
let count = 0

async function post(...steps: Step[]): Promise<void> {
  const posting = {
    id: `posting ${count++} & <odd> é ${'x'.repeat(600)}`,
    reference: odd.replace('\uD800', ''),
    steps,
  }
  expect(await ledger.post(posting)).toMatchObject({ ok: true })
}

beforeAll(async () => {
  db = await freshDatabase()
  ledger = createLedger(db, clock)
  await openAndFund(ledger, ['demo'], 5_000_000n)
  const ann = customer('ann', 'USDT')
  await ledger.open([
    ...houseClasses.map((of) => ofHouse(of, 'USDT')),
    ...[ann, ofHouse('world', 'BTC'), customer('ann', 'BTC')],
  ])
  await post(transfer('operator-funding', ofHouse('world', 'USDT'), ofHouse('trading-capital', 'USDT'), 900n))
  clock.set(day(5))
  await post(transfer('deposit', ofHouse('world', 'USDT'), ann, 50n))
  await post(transfer('contract-profit', ofHouse('trading-capital', 'USDT'), ann, 30n))
  await post(transfer('contract-commission', ann, ofHouse('fee-revenue', 'USDT'), 7n))
  await post(transfer('deposit', ofHouse('world', 'BTC'), customer('ann', 'BTC'), 4n))
  clock.set(day(6))
  await post(transfer('contract-loss', ann, ofHouse('trading-capital', 'USDT'), 11n))
})
afterAll(() => db.dispose())

async function statement(from: number, to: number): Promise<string> {
  let text = ''
  const days = { day: isoDay(from), last: isoDay(to - 1), madeAt: new Date(day(9)) }
  for await (const piece of bankStatement(db, { from: new Date(day(from)), to: new Date(day(to)), ...days }))
    text += piece
  return text
}
const isoDay = (n: number) => new Date(day(n)).toISOString().slice(0, 10)

interface Element {
  readonly name: string
  readonly attributes: string
  readonly children: Element[]
  text: string
}

/** Refuses what would have to be escaped. */
function plain(text: string): string {
  expect(text.replace(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toMatch(/[<>&]/)
  return text
}

function begin(parent: Element, child: Element): Element {
  parent.children.push(child)
  return child
}

/** Reads the message as XML, strictly: one root, every element closed, no character that XML 1.0 cannot have. */
function parse(xml: string): Element {
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
  const root: Element = { name: '', attributes: '', children: [], text: '' }
  const open = [root]
  const body = xml.replace('<?xml version="1.0" encoding="UTF-8"?>', '')
  for (const [, end, name, attributes = '', text] of body.matchAll(
    /<(\/?)(\w+)((?: [\w:]+="[^"<&]*")*)>|([^<]+)/g,
  )) {
    const top = open.at(-1)
    if (top === undefined) throw new Error('something follows the root')
    if (text !== undefined) top.text += plain(text)
    else if (end === '/') expect(open.pop()?.name).toBe(name)
    else open.push(begin(top, { name: name ?? '', attributes, children: [], text: '' }))
  }
  expect(open).toHaveLength(1)
  expect(root.children).toHaveLength(1)
  return root.children[0] as Element
}

/** Children of an element in their order, as the message definition has them: `?` optional, `*` any number, `|` one of. */
const definition: Readonly<Record<string, string>> = {
  Document: 'BkToCstmrStmt',
  BkToCstmrStmt: 'GrpHdr Stmt*',
  GrpHdr: 'MsgId CreDtTm MsgRcpt? MsgPgntn? OrgnlBizQry? AddtlInf?',
  Stmt: 'Id StmtPgntn? ElctrncSeqNb? RptgSeq? LglSeqNb? CreDtTm? FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* Bal* TxsSummry? Ntry* AddtlStmtInf?',
  FrToDt: 'FrDtTm ToDtTm',
  Acct: 'Id Tp? Ccy? Nm? Prxy? Ownr? Svcr?',
  'Acct/Id': 'IBAN|Othr',
  Othr: 'Id SchmeNm? Issr?',
  'Acct/Tp': 'Cd|Prtry',
  Bal: 'Tp CdtLine* Amt CdtDbtInd Dt Avlbty*',
  'Bal/Tp': 'CdOrPrtry SubTp?',
  CdOrPrtry: 'Cd|Prtry',
  'Bal/Dt': 'Dt|DtTm',
  Ntry: 'NtryRef? Amt CdtDbtInd RvslInd? Sts BookgDt? ValDt? AcctSvcrRef? Avlbty* BkTxCd ComssnWvrInd? AddtlInfInd? AmtDtls? Chrgs? TechInptChanl? Intrst? CardTx? NtryDtls* AddtlNtryInf?',
  Sts: 'Cd|Prtry',
  BookgDt: 'Dt|DtTm',
  ValDt: 'Dt|DtTm',
  BkTxCd: 'Domn? Prtry?',
  'BkTxCd/Prtry': 'Cd Issr?',
}

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Contents of elements without children. */
const contents: Readonly<Record<string, RegExp>> = {
  MsgId: /^.{1,35}$/u,
  Id: /^.{1,34}$/u,
  'Stmt/Id': /^.{1,35}$/u,
  CreDtTm: isoMoment,
  FrDtTm: isoMoment,
  ToDtTm: isoMoment,
  DtTm: isoMoment,
  Dt: /^\d{4}-\d\d-\d\d$/,
  AddtlInf: /^.{1,500}$/u,
  AddtlNtryInf: /^.{1,500}$/u,
  Amt: /^(?=[\d.]{1,19}$)\d{1,18}(?:\.\d{1,5})?$/,
  CdtDbtInd: /^(?:CRDT|DBIT)$/,
  Ccy: /^[A-Z]{3}$/,
  Nm: /^.{1,70}$/u,
  NtryRef: /^.{1,35}$/u,
  AcctSvcrRef: /^.{1,35}$/u,
  Issr: /^.{1,35}$/u,
  'Sts/Cd': /^(?:BOOK|PDNG|INFO|FUTR)$/,
  'CdOrPrtry/Cd': /^(?:OPBD|CLBD)$/,
  'Prtry/Cd': /^.{1,35}$/u,
  'Tp/Prtry': /^.{1,35}$/u,
}

function check(element: Element, parent = ''): void {
  const path = `${parent}/${element.name}`
  const children = element.children.map(({ name }) => name)
  const order = definition[path] ?? definition[element.name]
  if (children.length === 0) {
    const text = element.text.replace(/&\w+;/g, '&')
    expect([path, text]).toEqual([
      path,
      expect.stringMatching(contents[path] ?? contents[element.name] ?? /^$/),
    ])
    return
  }
  expect([path, element.text.trim()]).toEqual([path, ''])
  if (order === undefined) throw new Error(`${path} is not in the definition`)
  const pattern = order.includes('|')
    ? `(?:${order
        .split('|')
        .map((name) => `${name} `)
        .join('|')})`
    : order
        .split(' ')
        .map((part) => part.replace(/^(\w+)([?*]?)$/, '(?:$1 )$2'))
        .join('')
  expect([path, `${children.join(' ')} `]).toEqual([path, expect.stringMatching(new RegExp(`^${pattern}$`))])
  for (const child of element.children) check(child, element.name)
}

const child = (of: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => at?.children.find((one) => one.name === name), of)
const all = (of: Element, name: string) => of.children.filter((one) => one.name === name)
const signed = (of: Element | undefined): bigint => {
  const amount = BigInt(child(of, 'Amt')?.text ?? '')
  return child(of, 'CdtDbtInd')?.text === 'DBIT' ? -amount : amount
}
const balance = (of: Element, code: string) =>
  signed(all(of, 'Bal').find((one) => child(one, 'Tp', 'CdOrPrtry', 'Cd')?.text === code))

const statementsOf = (xml: string) => all(child(parse(xml), 'BkToCstmrStmt') as Element, 'Stmt')

test('I16.9g: the message has the elements of camt.053.001.08 in their order, with contents of their types', async () => {
  for (const [from, to] of [
    [5, 6],
    [4, 8],
    [1, 2],
  ] as const) {
    const xml = await statement(from, to)
    expect(xml).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">')
    const document = parse(xml)
    check(document)
    for (const amount of xml.matchAll(/<Amt Ccy="(\w+)">/g)) expect(amount[1]).toBe('XXX')
  }
})

test('I16.9g: opening balance and entries lead to the closing balance, which the trial balance has', async () => {
  const statements = statementsOf(await statement(5, 6))
  const books = await trialBalance(db, '2026-01-05')
  for (const one of statements) {
    const sum = all(one, 'Ntry').reduce((total, entry) => total + signed(entry), 0n)
    expect(balance(one, 'OPBD') + sum).toBe(balance(one, 'CLBD'))
    const [name = '', asset = ''] = (child(one, 'Acct', 'Nm')?.text ?? '').split(/, | in /)
    const row = books.find((found) => found.account === name && found.asset === asset)
    const minor = (text = '0') => BigInt(text.replace('.', ''))
    const owed = minor(row?.credit) - minor(row?.debit)
    expect([name, balance(one, 'CLBD')]).toEqual([name, name === 'Assets:Custody' ? -owed : owed])
  }
  const figures = statements.map((one) => [
    child(one, 'Acct', 'Id', 'Othr', 'Id')?.text,
    balance(one, 'OPBD'),
    ...all(one, 'Ntry').map(signed),
  ])
  expect(figures).toEqual([
    ['fee-revenue USDT', 0n, 7n],
    ['trading-capital USDT', 900n, -30n],
    ['world BTC', 0n, 4n],
    ['world USDT', 900n, 50n],
  ])
})

test('I16.9g: odd texts are escaped and cut, control characters are replaced, and demo money is not in it', async () => {
  const [first] = statementsOf(await statement(5, 6)).flatMap((one) => all(one, 'Ntry'))
  const info = child(first, 'AddtlNtryInf')?.text ?? ''
  expect(info).toMatch(/^0\.000007 USDT; posting posting \d+ &amp; &lt;odd&gt; é x+$/)
  expect([...info.replace(/&\w+;/g, '&')]).toHaveLength(500)
  expect(await statement(1, 9)).not.toContain('demo')
})
