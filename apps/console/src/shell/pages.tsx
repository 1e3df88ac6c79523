import { type CaseKindName, consolePageTitles, type OperatorRole, taskRoles } from '@candor/contract'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CalendarDays,
  ChartCandlestick,
  CircleUserRound,
  ClipboardCheck,
  Coins,
  FileText,
  Frame,
  Globe,
  HandCoins,
  HandHeart,
  IdCard,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  PiggyBank,
  Radio,
  ReceiptText,
  Rss,
  Scale,
  ScanSearch,
  ScrollText,
  SlidersHorizontal,
  Sprout,
  TriangleAlert,
  UserCog,
  UserRound,
  UserSearch,
  UsersRound,
  Vault,
  Wallet,
  Waypoints,
  Webhook,
} from 'lucide-react'
import { AuditPage } from '../audit/audit-page.tsx'
import { ArticlesPage } from '../content/articles-page.tsx'
import { FeedsPage } from '../content/feeds-page.tsx'
import { CountriesPage } from '../countries/countries-page.tsx'
import { CustomersPage } from '../customers/customers-page.tsx'
import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import { PaymentAddressesPage } from '../funding/payment-addresses-page.tsx'
import { LoanProductsPage } from '../loans/loan-products-page.tsx'
import { MarketsPage } from '../markets/markets-page.tsx'
import { HoldingsPage } from '../money/holdings-page.tsx'
import { ReconciliationPage } from '../money/reconciliation-page.tsx'
import { ReportPage } from '../money/report-page.tsx'
import { CharityPage } from '../nft/charity-page.tsx'
import { WorksPage } from '../nft/works-page.tsx'
import { OperatorsPage } from '../operators/operators-page.tsx'
import { ParametersPage } from '../parameters/parameters-page.tsx'
import { ProposalsPage } from '../proposals/proposals-page.tsx'
import { queuePage } from '../queues/queue-page.tsx'
import { ExposurePage } from '../risk/exposure-page.tsx'
import { HedgingPage } from '../risk/hedging-page.tsx'
import { SavingsPage } from '../savings/savings-page.tsx'
import { MePage } from '../session/me-page.tsx'
import { SmartPage } from '../smart/smart-page.tsx'
import { StatusPage } from '../status/status-page.tsx'
import { StuckCasesPage } from '../status/stuck-cases-page.tsx'
import { SupportPage } from '../support/support-page.tsx'
import { TariffsPage } from '../tariffs/tariffs-page.tsx'
import { TasksPage } from '../tasks/tasks-page.tsx'
import { ServiceTokensPage } from '../tokens/service-tokens-page.tsx'
import { MonitoringRulesPage } from '../transaction-monitoring/monitoring-rules-page.tsx'
import { TreasuryPage } from '../treasury/treasury-page.tsx'
import { WebhooksPage } from '../webhooks/webhooks-page.tsx'
import type { ConsolePage } from './frame.tsx'

const everyone: readonly OperatorRole[] = ['reviewer', 'finance', 'content', 'risk', 'admin']
const desk: readonly OperatorRole[] = ['finance', 'risk', 'admin']
const queue = (kind: CaseKindName, icon: LucideIcon, roles: readonly OperatorRole[]): ConsolePage => ({
  path: `/${kind}`,
  also: [`/${kind}/:id`],
  group: 'Queues',
  title: consolePageTitles[kind],
  icon,
  roles,
  Page: queuePage(kind, consolePageTitles[kind]),
})

/** A page about money for those who decide about it. */
const deskPage = (path: string, title: string, icon: LucideIcon, Page: ConsolePage['Page']): ConsolePage => ({
  path,
  group: 'Money',
  title,
  icon,
  roles: desk,
  Page,
})

const administration = (
  path: string,
  title: string,
  rest: Pick<ConsolePage, 'icon' | 'roles' | 'Page' | 'also'>,
): ConsolePage => ({ path, group: 'Administration', title, ...rest })

/** Every page of the console, in the order of the list at its side. A capability adds a line. */
export const pages: readonly ConsolePage[] = [
  { path: '/dashboard', title: 'Dashboard', icon: LayoutDashboard, roles: everyone, Page: DashboardPage },
  {
    path: '/customers',
    also: ['/customers/:id'],
    title: 'Customers',
    icon: CircleUserRound,
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    Page: CustomersPage,
  },
  {
    path: '/tasks',
    title: consolePageTitles.tasks,
    icon: ClipboardCheck,
    roles: taskRoles,
    Page: TasksPage,
  },
  queue('kyc', IdCard, ['reviewer', 'risk', 'admin']),
  queue('recharge', ArrowDownToLine, ['reviewer', 'finance', 'admin']),
  queue('withdrawal', ArrowUpFromLine, ['reviewer', 'finance', 'admin']),
  queue('names', UserSearch, ['reviewer', 'risk', 'admin']),
  queue('loan', HandCoins, ['reviewer', 'finance', 'admin']),
  {
    path: '/support',
    also: ['/support/:id'],
    group: 'Queues',
    title: consolePageTitles.support,
    icon: MessagesSquare,
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    Page: SupportPage,
  },
  {
    path: '/proposals',
    also: ['/proposals/:id'],
    group: 'Queues',
    title: consolePageTitles.proposals,
    icon: UsersRound,
    roles: everyone,
    Page: ProposalsPage,
  },
  {
    path: '/treasury',
    also: ['/treasury/:place/:coin'],
    group: 'Money',
    title: 'Treasury',
    icon: Vault,
    roles: ['finance', 'risk', 'admin'],
    Page: TreasuryPage,
  },
  deskPage('/exposure', consolePageTitles.exposure, Scale, ExposurePage),
  deskPage('/hedging', consolePageTitles.hedging, Waypoints, HedgingPage),
  deskPage('/report', 'Money reports', CalendarDays, ReportPage),
  deskPage('/reconciliation', consolePageTitles.reconciliation, ListChecks, ReconciliationPage),
  deskPage('/stuck', consolePageTitles.stuck, TriangleAlert, StuckCasesPage),
  {
    path: '/monitoring-rules',
    also: ['/monitoring-rules/:id'],
    title: 'Monitoring rules',
    unlisted: true,
    icon: ScanSearch,
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    Page: MonitoringRulesPage,
  },
  {
    path: '/markets',
    group: 'Products',
    title: consolePageTitles.markets,
    icon: ChartCandlestick,
    roles: ['risk', 'admin'],
    Page: MarketsPage,
  },
  {
    path: '/content',
    also: ['/content/:id'],
    group: 'Products',
    title: 'Content',
    icon: FileText,
    roles: ['content', 'admin'],
    Page: ArticlesPage,
  },
  {
    path: '/feeds',
    title: consolePageTitles.feeds,
    unlisted: true,
    icon: Rss,
    roles: ['content', 'admin'],
    Page: FeedsPage,
  },
  {
    path: '/tariffs',
    group: 'Products',
    title: 'Tariffs',
    icon: ReceiptText,
    roles: ['finance', 'risk', 'admin'],
    Page: TariffsPage,
  },
  {
    path: '/smart-products',
    group: 'Products',
    title: 'Smart products',
    icon: Sprout,
    roles: ['finance', 'admin'],
    Page: SmartPage,
  },
  {
    path: '/loan-products',
    group: 'Products',
    title: 'Loan products',
    icon: Coins,
    roles: ['finance', 'admin'],
    Page: LoanProductsPage,
  },
  {
    path: '/artworks',
    group: 'Products',
    title: 'Artworks',
    icon: Frame,
    roles: ['content', 'finance', 'admin'],
    Page: WorksPage,
  },
  {
    path: '/charity',
    group: 'Money',
    title: consolePageTitles.charity,
    icon: HandHeart,
    roles: ['finance', 'admin'],
    Page: CharityPage,
  },
  {
    path: '/countries',
    group: 'Products',
    title: 'Countries',
    icon: Globe,
    roles: ['finance', 'risk', 'admin'],
    Page: CountriesPage,
  },
  { path: '/savings', group: 'Products', title: 'Savings', icon: PiggyBank, roles: desk, Page: SavingsPage },
  administration('/status', 'Status', { icon: Radio, roles: ['content', 'admin'], Page: StatusPage }),
  administration('/parameters', 'Parameters', {
    icon: SlidersHorizontal,
    roles: ['finance', 'content', 'risk', 'admin'],
    Page: ParametersPage,
  }),
  {
    path: '/payment-addresses',
    group: 'Money',
    title: 'Payment addresses',
    icon: Wallet,
    roles: ['finance', 'risk', 'admin'],
    Page: PaymentAddressesPage,
  },
  {
    path: '/holdings',
    group: 'Money',
    title: 'Holdings',
    icon: Landmark,
    roles: ['finance', 'risk', 'admin'],
    Page: HoldingsPage,
  },
  administration('/operators', 'Operators', { icon: UserCog, roles: ['risk', 'admin'], Page: OperatorsPage }),
  administration('/webhooks', consolePageTitles.webhooks, {
    also: ['/webhooks/:id'],
    icon: Webhook,
    roles: ['admin'],
    Page: WebhooksPage,
  }),
  administration('/service-tokens', consolePageTitles['service-tokens'], {
    also: ['/service-tokens/:id'],
    icon: KeyRound,
    roles: ['risk', 'admin'],
    Page: ServiceTokensPage,
  }),
  administration('/audit', 'Audit log', {
    icon: ScrollText,
    roles: ['risk', 'finance', 'admin'],
    Page: AuditPage,
  }),
  {
    path: '/me',
    group: 'Administration',
    title: 'My account',
    icon: UserRound,
    roles: everyone,
    Page: MePage,
  },
]
