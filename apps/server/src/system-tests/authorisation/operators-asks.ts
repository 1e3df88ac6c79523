import type { OpsCallName } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { liraPair } from '../../market-data/instruments/test-instruments.ts'
import type { OpsThings } from './operators-cast.ts'

const reason = 'as agreed on Monday'
const shownHash = '0'.repeat(64)
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const article = { position: 1, image: null, publishedAt: '2026-01-01T00:00:00Z' }
const feed = { name: 'Wire', language: null, enabled: false, everyMinutes: 30, url: 'https://feeds.example/' }
const webhook = { name: 'Books', url: 'https://hooks.example/', types: ['customer.opened'] }
const monitoringRule = {
  ...{ kind: 'amount', name: 'Matrix', on: true, severity: 'low', guidance: 'look at it' },
  ...{ appliesTo: 'both', asset: 'USDT', atLeast: '1000000' },
}
const words = { title: 'A title', description: 'A description', body: 'A text' }
/** Within a year, for a token. */
const soon = new Date(Date.now() + 90 * dayMs).toISOString()
/** Half a year ahead: late enough for whatever is announced. */
const from = new Date(Date.now() + 186 * dayMs).toISOString()

/**
 * Input of each call in addition to the row it names, so that a request is judged by its caller. Decisions have a hash that is
 * not the one shown.
 */
export const opsInputs: Readonly<Partial<Record<OpsCallName, object>>> = {
  opsQueue: { kind: 'recharge' },
  opsFindCustomers: { q: 'a' },
  opsApprove: { shownHash },
  opsReject: { shownHash },
  opsSent: { shownHash, hash: '0xabc' },
  opsApproveProposal: { shownHash },
  opsRejectProposal: { reason },
  opsNewPasskeyStart: { password: 'x' },
  opsRemovePasskey: { password: 'a long and plain phrase' },
  opsSsoFinish: { key: 'x', code: 'x', state: 'x' },
  opsSsoCode: { key: 'x', totp: '000000' },
  opsSsoLinkStart: { password: 'x', totp: '000000' },
  opsSsoLinkFinish: { key: 'x', code: 'x', state: 'x' },
  opsSsoUnlink: { password: 'x', totp: '000000' },
  opsProposeOperator: { email: 'new@candor.example', role: 'content', reason },
  opsProposeRole: { role: 'content', reason },
  opsProposeEnable: { reason },
  opsProposeReset: { reason },
  opsDisableOperator: { reason },
  opsEndSessions: { reason },
  opsProposeServiceToken: { name: 'BI', scopes: ['risk:read'], expiresAt: soon, reason },
  opsIssueServiceToken: { password: 'x', totp: '000000' },
  opsRotateServiceToken: { password: 'x', totp: '000000' },
  opsRevokeServiceToken: { reason },
  opsHaltMarket: { code: 'EURUSD', reason: 'news', note: 'a test' },
  opsResumeMarket: { code: 'EURUSD', note: 'a test' },
  opsHaltMarkets: { codes: ['EURUSD'], reason: 'news', note: 'a test' },
  opsResumeMarkets: { codes: ['EURUSD'], note: 'a test' },
  opsProposeAction: { code: 'AAPL', kind: 'split', value: '2:1', at: from, reason },
  opsProposeCancel: { reason },
  opsProposePaymentAddress: { network: 'ERC20', target: address, reason },
  opsProposeHolding: { name: 'Hot wallet', asset: 'USDT', network: 'ERC20', address, stated: '1', reason },
  opsAskHoldingControl: { name: 'Hot wallet' },
  opsShowHoldingControl: { name: 'Hot wallet', signature: '0x00' },
  opsParameterHistory: { key: 'loan.terms' },
  opsChangeParameter: { key: 'none', value: 1, reason },
  opsProposeExposureLimit: { code: 'BTCUSDT', limit: '250000', reason },
  opsPreviewHours: { hours: { timeZone: 'UTC', sessions: [], holidays: null } },
  opsProposeInstrument: { instrument: liraPair('USD'), from: null, reason },
  opsProposeHours: {
    scope: 'class:crypto',
    days: [{ day: from.slice(0, 10), name: 'Maintenance', kind: 'closed', from: null, to: null }],
    ...{ withdrawnDays: [], week: null, withdrawnWeek: null, reason },
  },
  opsProposeOffer: { code: 'EURUSD', offered: false, from, reason },
  opsStopHedging: { stopped: true, reason },
  opsProposeMonitoringRule: { rule: monitoringRule, reason },
  opsTestMonitoringRule: { rule: monitoringRule, days: 7 },
  opsProposeTerms: { codes: ['BTCUSDT'], terms: { leverageMax: 50 }, from, reason },
  opsProposeFee: { key: 'convertRate', value: '0.003', from, reason },
  opsProposeList: { key: 'options.payouts', value: [], from, reason },
  opsWithdrawTariff: { reason },
  opsProposeCountry: { code: 'FR', options: true, plans: false, reason },
  opsProposeSavings: { coin: 'USDT', taking: true, minAmount: '10', dailyRate: '0.0001', reason },
  opsSetWorkMail: { preference: 'never' },
  opsNote: { text: 'a note' },
  opsTagCustomer: { tag: 'vip', on: true },
  opsAddTask: { text: 'call back', dueAt: soon, assigneeId: null },
  opsChangeTask: { text: 'call back', dueAt: soon, assigneeId: null },
  opsFinishTask: { done: true },
  opsTaxStatement: { year: new Date().getUTCFullYear(), format: 'csv' },
  opsFreeze: { reason, legalHoldUntil: null },
  opsUnfreeze: { reason },
  opsResetAccess: { what: 'secondFactor', email: null, reason },
  opsRaiseTier: { reason },
  opsAdjust: { asset: 'USDT', amount: '1', why: 'goodwill', reason, reverses: null },
  opsMoneyReport: { day: '2026-01-01' },
  opsHouseResult: { day: '2026-01-01' },
  opsLatePayments: { day: '2026-01-01' },
  opsMoneyReportFile: { day: '2026-01-01', format: 'camt053' },
  opsTrialBalance: { day: '2026-01-01' },
  opsProposeTreasury: {
    act: 'put-in',
    place: 'loan-capital',
    to: null,
    coin: 'USDT',
    amount: '1',
    reference: 'matrix',
    reason,
  },
  opsReverseDeposit: { why: 'notReceived', reason },
  opsCloseClaim: { outcome: 'waived', reason },
  opsArticleVersions: { id: 'none' },
  opsPreviewArticle: { body: 'A text' },
  opsAddArticle: { ...article, ...words, id: 'matrix', type: 3, section: 'faq' },
  opsWriteArticle: { ...words, id: 'none', language: 'en', from: 0 },
  opsPlaceArticle: { ...article, id: 'none', withdrawn: true },
  // An address that is refused without a request.
  opsTestFeed: { kind: 'news', url: 'http://127.0.0.1/' },
  opsAddFeed: { ...feed, kind: 'news' },
  opsChangeFeed: feed,
  opsAddWebhook: { ...webhook, signature: 'v1' },
  opsChangeWebhook: { ...webhook, name: 'Ledger' },
  opsResendWebhook: { messageId: 'none' },
  opsReplayWebhook: { since: new Date().toISOString() },
  opsOpenIncident: { title: { en: 'Late' }, text: { en: 'Late' }, state: 'investigating' },
  opsUpdateIncident: { text: { en: 'Over' }, state: 'resolved' },
  opsSupportAnswer: { text: 'an answer' },
  opsNftAddCreator: { name: 'Mara', about: 'Paints the sea.' },
  opsNftPicture: { data: '' },
  opsNftAddWork: {
    title: 'Sea',
    description: 'Oil',
    pictureId: 'none',
    chain: 'ethereum',
    address,
    tokenId: '1',
  },
  opsNftOffer: { saleKind: 'fixed', price: '1', startsAt: from, endsAt: null, reason },
  opsNftWithdraw: { reason },
  opsNftVerify: { verified: true, reason },
  opsNftDeliver: { hash: '0xabc' },
  opsProposeCharityTransfer: { recipient: 'A charity', network: 'ERC20', address, amount: '1', reason },
  opsSendCharityTransfer: { hash: `0x${'ab'.repeat(32)}` },
  opsCancelCharityTransfer: { reason },
  opsProposeProduct: {
    name: 'Steady',
    minAmount: '1',
    maxAmount: '2',
    timeframes: [{ days: 7, dailyYieldMin: '0.0001', dailyYieldMax: '0.0002' }],
    sold: false,
    reason,
  },
  opsProposeLoanOffer: {
    terms: [7],
    minimum: '100',
    tier1Most: '200',
    tier2Most: '300',
    freeDays: 0,
    dailyRate: '0.0001',
    overdueRate: '0.0002',
    reason,
  },
}

type Named = { readonly field: string; readonly thing: Exclude<keyof OpsThings, 'cases' | 'identityWords'> }

/** The field of each call that names a row which every operator of its roles may act on. */
export const opsNamed: Readonly<Partial<Record<OpsCallName, Named>>> = {
  opsMailInvitation: { field: 'id', thing: 'invitation' },
  opsProposeRole: { field: 'id', thing: 'operator' },
  opsProposeEnable: { field: 'id', thing: 'operator' },
  opsProposeReset: { field: 'id', thing: 'operator' },
  opsDisableOperator: { field: 'id', thing: 'operator' },
  opsEndSessions: { field: 'id', thing: 'operator' },
  opsProposeCancel: { field: 'id', thing: 'marketAction' },
  opsShowHoldingControl: { field: 'id', thing: 'challenge' },
  opsServiceTokenUse: { field: 'id', thing: 'serviceToken' },
  opsIssueServiceToken: { field: 'id', thing: 'serviceToken' },
  opsRotateServiceToken: { field: 'id', thing: 'serviceToken' },
  opsRevokeServiceToken: { field: 'id', thing: 'serviceToken' },
  opsWithdrawTariff: { field: 'changeId', thing: 'tariff' },
  opsCustomer: { field: 'id', thing: 'customer' },
  opsTaxStatement: { field: 'id', thing: 'customer' },
  opsNote: { field: 'id', thing: 'customer' },
  opsTagCustomer: { field: 'id', thing: 'customer' },
  opsAddTask: { field: 'id', thing: 'customer' },
  opsTasks: { field: 'customerId', thing: 'customer' },
  opsChangeTask: { field: 'id', thing: 'task' },
  opsFinishTask: { field: 'id', thing: 'task' },
  opsFreeze: { field: 'id', thing: 'customer' },
  opsUnfreeze: { field: 'id', thing: 'customer' },
  opsResetAccess: { field: 'id', thing: 'customer' },
  opsRaiseTier: { field: 'id', thing: 'customer' },
  opsAdjust: { field: 'customerId', thing: 'customer' },
  opsReverseDeposit: { field: 'depositId', thing: 'deposit' },
  opsCloseClaim: { field: 'id', thing: 'claim' },
  opsProposeMonitoringRule: { field: 'id', thing: 'monitoringRule' },
  opsTestMonitoringRule: { field: 'id', thing: 'monitoringRule' },
  opsMonitoringRuleVersions: { field: 'id', thing: 'monitoringRule' },
  opsUpdateIncident: { field: 'id', thing: 'incident' },
  opsChangeFeed: { field: 'id', thing: 'feed' },
  opsRemoveFeed: { field: 'id', thing: 'feed' },
  opsChangeWebhook: { field: 'id', thing: 'webhook' },
  opsPauseWebhook: { field: 'id', thing: 'webhook' },
  opsResumeWebhook: { field: 'id', thing: 'webhook' },
  opsRemoveWebhook: { field: 'id', thing: 'webhook' },
  opsRotateWebhookSecret: { field: 'id', thing: 'webhook' },
  opsTestWebhook: { field: 'id', thing: 'webhook' },
  opsWebhookDeliveries: { field: 'id', thing: 'webhook' },
  opsResendWebhook: { field: 'id', thing: 'webhook' },
  opsReplayWebhook: { field: 'id', thing: 'webhook' },
  opsNftAddWork: { field: 'creatorId', thing: 'work' },
  opsNftOffer: { field: 'id', thing: 'work' },
  opsNftWithdraw: { field: 'id', thing: 'work' },
  opsNftVerify: { field: 'id', thing: 'work' },
  opsNftDeliver: { field: 'id', thing: 'work' },
  opsSendCharityTransfer: { field: 'id', thing: 'transfer' },
  opsCancelCharityTransfer: { field: 'id', thing: 'transfer' },
}

/** Calls on a case, each tried with every kind: claimed by oneself, by a colleague, by no one. */
export const ofCases: readonly OpsCallName[] = [
  'opsCase',
  'opsCaseImage',
  'opsRelatedAccounts',
  'opsMoneyBefore',
  'opsCaseHits',
  'opsRelease',
  'opsApprove',
  'opsReject',
  'opsSent',
  'opsClaim',
]
/** Calls on a conversation with a customer, held in the same way. */
export const ofConversations: readonly OpsCallName[] = [
  'opsSupportConversation',
  'opsSupportPicture',
  'opsSupportAnswer',
  'opsSupportDone',
  'opsSupportRelease',
  'opsSupportClaim',
]
/** Calls on one's own proposal or a colleague's. */
export const ofProposals: readonly OpsCallName[] = [
  'opsProposal',
  'opsApproveProposal',
  'opsRejectProposal',
  'opsWithdrawProposal',
]
/** Calls on one's own passkey or a colleague's. */
export const ofPasskeys: readonly OpsCallName[] = ['opsRemovePasskey']

/** A reason of each kind of case, which its refusal has to name. */
export const caseReasons = {
  kyc: 'kyc.reason.glare',
  recharge: 'funding.reason.notFound',
  withdrawal: 'withdraw.reason.address',
  loan: 'loans.reason.ability',
  names: 'trust.frozen.why.legalOrder',
} as const
