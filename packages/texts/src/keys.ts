import type accounts from './en/accounts.json'
import type agreement from './en/agreement.json'
import type bank from './en/bank.json'
import type certificate from './en/certificate.json'
import type chart from './en/chart.json'
import type codes from './en/codes.json'
import type content from './en/content.json'
import type convert from './en/convert.json'
import type depth from './en/depth.json'
import type execution from './en/execution.json'
import type fees from './en/fees.json'
import type funding from './en/funding.json'
import type help from './en/help.json'
import type home from './en/home.json'
import type instruments from './en/instruments.json'
import type invites from './en/invites.json'
import type kyc from './en/kyc.json'
import type loans from './en/loans.json'
import type mail from './en/mail.json'
import type markets from './en/markets.json'
import type nft from './en/nft.json'
import type notifications from './en/notifications.json'
import type options from './en/options.json'
import type orders from './en/orders.json'
import type proof from './en/proof.json'
import type receipts from './en/receipts.json'
import type report from './en/report.json'
import type savings from './en/savings.json'
import type shell from './en/shell.json'
import type signin from './en/signin.json'
import type smart from './en/smart.json'
import type statement from './en/statement.json'
import type status from './en/status.json'
import type support from './en/support.json'
import type trust from './en/trust.json'
import type withdraw from './en/withdraw.json'
import type workspace from './en/workspace.json'

/** Every file of texts, by its name: the first part of a key. A new file is one line here and one above. */
interface English {
  accounts: typeof accounts
  bank: typeof bank
  agreement: typeof agreement
  certificate: typeof certificate
  chart: typeof chart
  codes: typeof codes
  execution: typeof execution
  fees: typeof fees
  funding: typeof funding
  content: typeof content
  convert: typeof convert
  depth: typeof depth
  help: typeof help
  home: typeof home
  invites: typeof invites
  kyc: typeof kyc
  loans: typeof loans
  mail: typeof mail
  instruments: typeof instruments
  markets: typeof markets
  nft: typeof nft
  notifications: typeof notifications
  options: typeof options
  orders: typeof orders
  proof: typeof proof
  receipts: typeof receipts
  report: typeof report
  savings: typeof savings
  shell: typeof shell
  signin: typeof signin
  smart: typeof smart
  statement: typeof statement
  status: typeof status
  support: typeof support
  trust: typeof trust
  withdraw: typeof withdraw
  workspace: typeof workspace
}

export type TextFile = keyof English

/** A text's key: its file and its key there, `codes.`insufficientFunds`. Only keys of the English files compile. */
export type TextKey = { [File in TextFile]: `${File}.${Extract<keyof English[File], string>}` }[TextFile]
