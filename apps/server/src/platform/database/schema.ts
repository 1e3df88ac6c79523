import type { AccountsTables } from '../../accounts/accounts-tables.ts'
import type { OperatorsTables } from '../../back-office/operators/operators-tables.ts'
import type { ServiceTokensTables } from '../../back-office/operators/service-tokens/service-tokens-tables.ts'
import type { ParametersTables } from '../../back-office/parameters/parameters-tables.ts'
import type { TasksTables } from '../../back-office/tasks/tasks-tables.ts'
import type { TreasuryTables } from '../../back-office/treasury/treasury-tables.ts'
import type { ContentTables } from '../../content/content-tables.ts'
import type { FeedTables } from '../../content/news/feed-tables.ts'
import type { BankTables } from '../../funding/bank-cards/bank-tables.ts'
import type { ConversionTables } from '../../funding/conversions/conversion-tables.ts'
import type { ReversalTables } from '../../funding/deposits/reversal-tables.ts'
import type { FundingTables } from '../../funding/funding-tables.ts'
import type { WithdrawalTables } from '../../funding/withdrawals/withdrawal-tables.ts'
import type { InvitesTables } from '../../invites/invites-tables.ts'
import type { KycTables } from '../../kyc/kyc-tables.ts'
import type { LedgerTables } from '../../ledger/ledger-tables.ts'
import type { LoansTables } from '../../loans/loans-tables.ts'
import type { MarketsTables } from '../../market-data/markets-tables.ts'
import type { NftTables } from '../../nft/nft-tables.ts'
import type { NotificationsTables } from '../../notifications/notifications-tables.ts'
import type { TrustTables } from '../../proofs/trust-tables.ts'
import type { SavingsTables } from '../../savings/savings-tables.ts'
import type { ScreeningTables } from '../../screening/screening-tables.ts'
import type { SmartTables } from '../../smart/smart-tables.ts'
import type { SupportTables } from '../../support/support-tables.ts'
import type { HedgingTables } from '../../trading/hedging/hedging-tables.ts'
import type { OptionsTables } from '../../trading/options/options-tables.ts'
import type { OrdersTables } from '../../trading/orders/orders-tables.ts'
import type { RiskTables } from '../../trading/risk/desk/risk-tables.ts'
import type { MonitoringTables } from '../../transaction-monitoring/monitoring-tables.ts'
import type { WebhooksTables } from '../../webhooks/webhooks-tables.ts'
import type { OutboxTables } from '../email/outbox-tables.ts'
import type { FilesTables } from '../files/files-tables.ts'
import type { HttpTables } from '../http/idempotency/http-tables.ts'
import type { JobsTables } from '../jobs/jobs-tables.ts'
import type { InstallationTable } from './installation-table.ts'

/** Every table, by module: each module declares its own in `<module>-tables.ts` and is named here. */
export interface Schema
  extends LedgerTables,
    InstallationTable,
    HttpTables,
    AccountsTables,
    FilesTables,
    BankTables,
    ContentTables,
    ConversionTables,
    FeedTables,
    FundingTables,
    HedgingTables,
    ReversalTables,
    WithdrawalTables,
    InvitesTables,
    KycTables,
    JobsTables,
    LoansTables,
    MarketsTables,
    MonitoringTables,
    NftTables,
    NotificationsTables,
    OperatorsTables,
    OrdersTables,
    OptionsTables,
    OutboxTables,
    ParametersTables,
    RiskTables,
    SavingsTables,
    ServiceTokensTables,
    ScreeningTables,
    SmartTables,
    SupportTables,
    TasksTables,
    TreasuryTables,
    TrustTables,
    WebhooksTables {}
