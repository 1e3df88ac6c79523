import { type CallName, calls, mostReportDays, type OpsCallName, opsCalls } from '@candor/contract'
import type { Database } from '../apps/server/src/platform/database/database.ts'
import { type Asker, call } from './aged-calls.ts'

export interface PlannedCall {
  readonly name: CallName | OpsCallName
  readonly input: Readonly<Record<string, unknown>>
  readonly as: 'customer' | 'demo' | 'finance' | 'admin'
  readonly label?: string
  /** May be made only once (a repetition within minutes is refused). */
  readonly once?: true
}

type Inputs = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Calls that read data the aged database does not have: a picture, a loan, an uploaded file, a case, a proposal, a rule, a token, a webhook, a report. */
const left: ReadonlySet<string> = new Set([
  'getLoan',
  'loanAgreement',
  'supportPicture',
  'nftCertificate',
  'opsCase',
  'opsCaseImage',
  'opsCaseHits',
  'opsRelatedAccounts',
  'opsMoneyBefore',
  'opsMonitoringRuleVersions',
  'opsServiceTokenUse',
  'opsWebhookDeliveries',
  'execution',
  'executionFills',
  'opsProposal',
  'opsSupportPicture',
  'opsSupportConversation',
  'opsArticleVersions',
  'getContentsById',
  'getOptionsOrderById',
])

const year = () => ({ from: new Date(Date.now() - 365 * 86_400_000).toISOString() })
const month = () => ({ from: new Date(Date.now() - 30 * 86_400_000).toISOString() })

const sixHours = () => ({ from: Date.now() - 6 * 3_600_000, to: Date.now() })

/** Inputs of calls that need one, a line for each time the call is made. */
const customerInputs = (): Inputs => ({
  checkUserNameOrPhone: [{ userName: 'aged_77' }, { email: 'nobody@example.com' }],
  statement: [{}, { format: 'csv', ...month() }, { format: 'pdf', ...month() }, { format: 'csv', ...year() }],
  statementTotals: [{}, month()],
  equityHistory: [{ days: 30 }, { days: 366 }],
  getMarketInfo: [{ id: 'EURUSD' }],
  getKValueByCodeAndDate: [{ code: 'EURUSD', interval: '1m' }],
  getCandleOrigins: [{ code: 'EURUSD' }],
  taxStatement: (['csv', 'pdf'] as const).map((format) => ({ year: thisYear(), format })),
  getParamByKey: [{ key: 'withdrawalRate' }],
  quoteRanges: [
    { code: 'EURUSD', ...sixHours() },
    { code: 'EURUSD', span: 'hour', ...sixHours() },
  ],
  minuteQuotes: [{ code: 'EURUSD', at: Date.now() - 60_000 }],
  listContractOrder: [{}, { status: 'closed' }, { status: 'open' }, { status: 'cancelled' }],
  listAllOrders: [{}, { q: 'C12345' }, { format: 'csv' }, { status: 'cancelled' }],
  tradeStatistics: [{}, { per: 'day' }],
  liabilities: [{ date: 'latest' }],
  liabilityLeaf: [{ date: 'latest' }],
  getDepositAddress: [{ coin: 'USDT', network: 'TRC20' }],
  quoteConvert: [{ from: 'USDT', to: 'BTC', amount: '100' }],
  listContents: [{ language: 'en', type: 1 }],
  searchContents: [{ q: 'fees' }],
})

const opsInputs = (busiest: string): Inputs => ({
  opsQueue: ['kyc', 'recharge', 'withdrawal', 'loan'].map((kind) => ({ kind })),
  opsAudit: [{}, { subject: 'customer:5' }, { action: 'customers.note' }, { action: 'nothing.like.it' }],
  opsParameterHistory: [{ key: 'vip.tiers' }],
  opsCustomers: [
    {},
    { q: 'aged_777' },
    { q: 'nobody at all' },
    { q: '00000000-0000-7000-8000-000000000077' },
  ],
  opsCustomer: [{ id: busiest }, { id: '00000000-0000-7000-8000-000000000099' }],
  opsMoneyReport: [...[0, 1, 30].map((back) => ({ day: dayText(back) })), wholeYear()],
  opsHouseResult: [{ day: dayText(1) }, wholeYear()],
  opsLatePayments: [{ day: dayText(7), to: dayText(0) }, wholeYear()],
  opsTrialBalance: [{ day: dayText(0) }],
  opsMoneyReportFile: (['pdf', 'camt053'] as const).map((format) => ({
    day: dayText(1),
    format,
  })),
  opsTaxStatement: [{ id: busiest, year: thisYear(), format: 'csv' }],
  opsTasks: [{}, { whose: 'mine' }, { customerId: busiest }],
})

const thisYear = () => new Date().getUTCFullYear()
/** The longest time that a report is about. */
const wholeYear = () => ({ day: dayText(mostReportDays - 1), to: dayText(0) })
const dayText = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

/** Plans every GET, and the POSTs that trade, look at money and act in the console. */
export async function planCalls(
  db: Database,
  url: string,
  askers: Readonly<Record<PlannedCall['as'], Asker>>,
): Promise<readonly PlannedCall[]> {
  const busiest = await db.query
    .selectFrom('accounts_users')
    .select('id')
    .where('user_name', '=', 'bench_1')
    .executeTakeFirstOrThrow()
  const reads = (Object.entries(calls) as [CallName, (typeof calls)[CallName]][])
    .filter(([name, call]) => call.method === 'GET' && !left.has(name) && !(name in given))
    .flatMap(([name]) => plannedAs('customer', name, customerInputs()[name]))
  const ops = (Object.entries(opsCalls) as [OpsCallName, (typeof opsCalls)[OpsCallName]][])
    .filter(([name, call]) => call.method === 'GET' && !left.has(name))
    .flatMap(([name, call]) => {
      const roles: 'visitor' | readonly string[] = call.roles
      const as = roles === 'visitor' || roles.includes('admin') ? 'admin' : 'finance'
      return plannedAs(as, name, opsInputs(busiest.id)[name])
    })
  const work = await firstWorkOf(db)
  return [...reads, ...(await ofOneOrder(url, askers.demo)), ...work, ...ops, ...acts(busiest.id)]
}

/** Reads that need data made first. */
const given: Readonly<Record<string, true>> = {
  getContractOrderById: true,
  getReceipt: true,
  receiptAccount: true,
  publicReceipt: true,
  getNftById: true,
}

function plannedAs(
  as: PlannedCall['as'],
  name: CallName | OpsCallName,
  inputs: Inputs[string] = [{}],
): PlannedCall[] {
  return inputs.map((input) => ({
    name,
    input,
    as,
    label: Object.keys(input).length === 0 ? name : `${name} ${JSON.stringify(input)}`,
    ...(name === 'export' ? ({ once: true } as const) : {}),
  }))
}

const contract = {
  code: 'BTCUSDT',
  direction: 'buy',
  lots: '0.001',
  leverage: 2,
  kind: 'market',
  protected: false,
}

async function ofOneOrder(url: string, who: Asker): Promise<PlannedCall[]> {
  const { result, code } = await call(url, 'buyContract', contract, who)
  const { id } = (result ?? {}) as { id?: string }
  if (id === undefined) throw new Error(`no order to read: ${code}`)
  return [
    { name: 'getContractOrderById', input: { id }, as: 'demo' },
    { name: 'getReceipt', input: { orderId: id }, as: 'demo' },
    { name: 'receiptAccount', input: { orderId: id }, as: 'demo' },
  ]
}

async function firstWorkOf(db: Database): Promise<PlannedCall[]> {
  const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM nft_works ORDER BY sequence LIMIT 1')
  return rows.map(({ id }) => ({ name: 'getNftById', input: { id }, as: 'customer' }))
}

/** Typical daily calls of customers. */
const acts = (busiest: string): readonly PlannedCall[] => [
  { name: 'getUserInfo', input: {}, as: 'demo' },
  { name: 'previewContract', input: contract, as: 'demo' },
  { name: 'buyContract', input: contract, as: 'demo' },
  {
    name: 'buyContract',
    input: { ...contract, kind: 'limit', price: '1000' },
    as: 'demo',
    label: 'buyContract limit',
  },
  {
    name: 'previewOptions',
    input: { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '10' },
    as: 'demo',
  },
  {
    name: 'buyOptions',
    input: { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '10' },
    as: 'demo',
  },
  { name: 'closeAllContracts', input: { code: 'BTCUSDT' }, as: 'demo' },
  { name: 'watchlist', input: { code: 'EURUSD', on: true }, as: 'demo' },
  { name: 'readNotifications', input: {}, as: 'demo' },
  { name: 'opsReconcile', input: {}, as: 'admin' },
  { name: 'opsFindCustomers', input: { q: 'aged_777' }, as: 'admin' },
  { name: 'opsNote', input: { id: busiest, text: 'seen' }, as: 'admin' },
  { name: 'opsTagCustomer', input: { id: busiest, tag: 'seen', on: true }, as: 'admin' },
]
