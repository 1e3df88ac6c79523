/** A chart over time, or the newest value as a figure. */
export interface Panel {
  readonly title: string
  readonly shows: 'lines' | 'figure'
  /** Its unit as Grafana calls it. */
  readonly unit: string
  /** PromQL and the name of its lines, `{{label}}` for a label's value. */
  readonly queries: readonly (readonly [expr: string, legend: string])[]
  readonly about: string
  /** Values from which it is yellow, and red: the limits of the alert rules. */
  readonly limits?: readonly [yellow: number, red: number]
  /** Columns of 24; a third without it. */
  readonly width?: number
}

export interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

const day = 86_400
const millisecond = 0.001

const waits: Row = {
  title: 'What waits',
  panels: [
    {
      ...{ title: 'Late entries', shows: 'figure', unit: 'none', limits: [1, 10] },
      queries: [['max by (page) (candor_queue_entries{state="late"})', '{{page}}']],
      about: 'Entries of the console’s queues that are later than promised; at most 100 of each queue.',
      width: 12,
    },
    {
      ...{ title: 'Alerts of the console', shows: 'figure', unit: 'none' },
      queries: [['max by (tone) (candor_console_alerts)', '{{tone}}']],
      about: 'What the console’s dashboard shows, by tone.',
      width: 6,
    },
    {
      ...{ title: 'Unpaid closings', shows: 'figure', unit: 'none', limits: [1, 1] },
      queries: [['sum(candor_unpaid_closings{mode="real"})', 'real money']],
      about: 'Positions that had to close and whose closing the operator’s accounts cannot pay.',
      width: 6,
    },
    {
      ...{ title: 'Queues', shows: 'lines', unit: 'none' },
      queries: [['max by (page) (candor_queue_entries{state="waiting"})', '{{page}}']],
      about: 'Entries that wait for an operator; at most 100 of each queue.',
    },
    {
      ...{ title: 'Cases set aside', shows: 'lines', unit: 'none' },
      queries: [['sum by (job) (candor_stuck_cases)', '{{job}}']],
      about: 'Cases that a job set aside because they failed.',
    },
    {
      ...{ title: 'Webhooks', shows: 'lines', unit: 'none' },
      queries: [['max by (endpoint, state) (candor_webhook_messages)', '{{endpoint}} {{state}}']],
      about: 'Messages that wait or were given up; at most 1,000 of each.',
    },
  ],
}

const capital = 'candor_house_balance{account="trading-capital",asset="USDT"}'

const money: Row = {
  title: 'Money',
  panels: [
    {
      ...{
        title: 'Open profit of the trading capital',
        shows: 'figure',
        unit: 'percentunit',
        limits: [0.5, 0.8],
      },
      queries: [[`max(candor_open_profit) / max(${capital})`, 'share']],
      about: 'Open profit of customers with real money as a share of the capital that has to pay it.',
    },
    {
      ...{ title: 'Last reconciliation', shows: 'figure', unit: 's', limits: [7 * day, 8 * day] },
      queries: [['max(candor_reconciliation_age_seconds)', 'age']],
      about: 'Time since the ledger was last reconciled.',
    },
    {
      ...{ title: 'Differences found', shows: 'figure', unit: 'none', limits: [1, 1] },
      queries: [['max(candor_reconciliation_findings)', 'findings']],
      about: 'Findings of the last reconciliation.',
    },
    {
      ...{ title: 'Exposure to customers’ profit (USDT)', shows: 'lines', unit: 'locale' },
      queries: [
        ['max(candor_open_profit)', 'open profit'],
        [`max(${capital})`, 'trading capital'],
      ],
      about:
        'What customers would win if all closed now, and the capital that has to pay it. Markets and moves of prices are on the console’s exposure page.',
    },
    {
      ...{ title: 'Operator’s accounts (USDT)', shows: 'lines', unit: 'locale' },
      queries: [['max by (account) (candor_house_balance{asset="USDT"})', '{{account}}']],
      about: 'Balances of the operator’s own accounts.',
    },
    {
      ...{ title: 'Orders and ledger entries', shows: 'lines', unit: 'cps' },
      queries: [
        ['sum(rate(candor_orders_placed_total[5m]))', 'orders, options and plans'],
        ['max(deriv(candor_ledger_newest_entry[5m]))', 'ledger entries'],
      ],
      about: 'How much is placed and posted, each second.',
    },
  ],
}

const prices: Row = {
  title: 'Prices',
  panels: [
    {
      ...{ title: 'Age by source', shows: 'lines', unit: 's', limits: [30, 120] },
      queries: [['max by (source) (candor_feed_age_seconds)', '{{source}}']],
      about: 'Time since the source’s last quote.',
    },
    {
      ...{ title: 'Clock offset by feed', shows: 'lines', unit: 's', limits: [0.5, 4.5] },
      queries: [['max by (feed) (candor_clock_offset_seconds)', '{{feed}}']],
      about:
        'Positive while the server’s clock is ahead of the feed’s, or its quotes come late. Above 4.5 s calls at the market are refused.',
    },
    {
      ...{ title: 'Quotes', shows: 'lines', unit: 'cps' },
      queries: [
        ['sum by (source) (rate(candor_quotes_total[5m]))', '{{source}}'],
        ['sum by (source) (rate(candor_quotes_dropped_total[5m]))', '{{source}} dropped'],
        ['sum(rate(candor_quotes_tradable_total[5m]))', 'tradable'],
      ],
      about: 'Quotes each second; dropped are those whose figures cannot be stored.',
    },
  ],
}

const platform: Row = {
  title: 'Platform',
  panels: [
    {
      ...{ title: 'Degraded', shows: 'figure', unit: 'none', limits: [1, 1] },
      queries: [['max by (part) (candor_degraded)', '{{part}}']],
      about: '1 while /readyz lists the part as degraded.',
      width: 12,
    },
    {
      ...{ title: 'Backup', shows: 'figure', unit: 's', limits: [day, 2 * day] },
      queries: [['min(candor_backup_age_seconds)', 'age']],
      about: 'Time since a backup last completed.',
      width: 6,
    },
    {
      ...{ title: 'Leaders', shows: 'figure', unit: 'none' },
      queries: [['sum by (role) (candor_leads)', '{{role}}']],
      about: 'Processes that lead a role: exactly one each.',
      width: 6,
    },
    {
      ...{
        title: 'Event-loop lag',
        shows: 'lines',
        unit: 's',
        limits: [100 * millisecond, 200 * millisecond],
      },
      queries: [['max by (instance) (nodejs_eventloop_lag_p99_seconds)', '{{instance}}']],
      about: 'How late a process comes to its work, at the 99th percentile.',
    },
    {
      ...{ title: 'Connections to the database', shows: 'lines', unit: 'none' },
      queries: [['sum by (pool, state) (candor_database_connections)', '{{pool}} {{state}}']],
      about: 'Busy and idle connections, and callers that wait for one.',
    },
    {
      ...{ title: 'Free disk', shows: 'lines', unit: 'bytes' },
      queries: [
        ['min(candor_disk_free_bytes)', 'free'],
        ['min(candor_disk_size_bytes)', 'size'],
      ],
      about: 'The disk of the data folder. An alert fires below 2 GB or 5%.',
    },
    {
      ...{ title: 'Mail not accepted', shows: 'lines', unit: 'none' },
      queries: [['max(candor_letters_not_accepted)', 'letters']],
      about: 'Letters to customers that the mail server did not accept; at most 100.',
    },
    {
      ...{ title: 'Response times', shows: 'lines', unit: 's' },
      queries: [
        [quantile(0.5), 'half'],
        [quantile(0.99), '99 of 100'],
      ],
      about: 'Time from a request to its response.',
    },
    {
      ...{ title: 'Responses', shows: 'lines', unit: 'reqps' },
      queries: [
        ['sum by (status) (rate(candor_http_answer_seconds_count[5m]))', 'status {{status}}'],
        ['sum(rate(candor_refusals_total{code="11000"}[5m]))', 'server errors'],
      ],
      about: 'Requests each second by status of HTTP.',
    },
    {
      ...{ title: 'Memory', shows: 'lines', unit: 'bytes' },
      queries: [['max by (instance) (process_resident_memory_bytes)', '{{instance}}']],
      about: 'Resident memory by process, without PostgreSQL.',
    },
    {
      ...{ title: 'Open sockets', shows: 'lines', unit: 'none' },
      queries: [
        ['sum(candor_price_sockets)', 'prices'],
        ['sum(candor_account_sockets)', 'accounts'],
        ['sum(candor_depth_sockets)', 'order books'],
      ],
      about: 'WebSockets of all processes.',
    },
    {
      ...{ title: 'Metrics that cannot be read', shows: 'lines', unit: 'none', limits: [1, 1] },
      queries: [['max by (metric) (candor_metrics_unread)', '{{metric}}']],
      about: '1 while a metric cannot be read; its panels show nothing.',
    },
  ],
}

/** The quantile of the time to a response, over all routes. */
function quantile(share: number): string {
  return `histogram_quantile(${share}, sum by (le) (rate(candor_http_answer_seconds_bucket[5m])))`
}

const execution: Row = {
  title: 'Execution report',
  panels: [
    {
      ...{ title: 'Age', shows: 'figure', unit: 's', limits: [day + 1_860, day + 3_600] },
      queries: [['max(candor_execution_report_age_seconds)', 'age']],
      about:
        'Time since the end of the last day that was counted for a report: a day and a minute at most while all is well.',
    },
    {
      ...{ title: 'Age over time', shows: 'lines', unit: 's', width: 16 },
      queries: [['max(candor_execution_report_age_seconds)', 'age']],
      about: 'It falls to zero each day, when the report of the day before is counted.',
    },
  ],
}

/** Contents of the dashboard, in order. */
export const rows: readonly Row[] = [waits, money, prices, platform, execution]
