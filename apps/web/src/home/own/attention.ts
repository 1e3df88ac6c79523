import type { AccountSummary, Calls, ResultOf } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { attentionOf } from '../../accounts/profile/account-overview.ts'
import { balancePath, depositPath, withdrawalPath } from '../../shell/balance-paths.ts'

type ItemOf<N extends 'listRecharge' | 'listWithdrwal' | 'listLoanRecord'> = ResultOf<
  Calls[N]
>['items'][number]
type OwnSummary = Pick<AccountSummary, 'mode' | 'balances' | 'marginLevel' | 'callLevel'> & {
  readonly user: Pick<AccountSummary['user'], 'kyc'>
}

/** State of the chosen account and its owner, as far as it can need an act. */
export interface OwnState {
  readonly summary: OwnSummary
  /** Terms that wait for consent. */
  readonly termsDue: number
  readonly deposits: readonly Pick<ItemOf<'listRecharge'>, 'id' | 'status'>[]
  readonly withdrawals: readonly Pick<ItemOf<'listWithdrwal'>, 'id' | 'status'>[]
  readonly loans: readonly Pick<ItemOf<'listLoanRecord'>, 'id' | 'loanNo' | 'status' | 'dueAt' | 'owed'>[]
  readonly unread: number
}

/** An entry of the list. Its text is `home.own.attention.<kind>`. */
export type AttentionItem =
  | { readonly kind: 'marginCall' | 'marginNear'; readonly level: string; readonly href: string }
  | {
      readonly kind: 'loanOverdue' | 'loanDue'
      readonly no: string
      readonly at: string
      readonly owed: string
      readonly href: string
    }
  | { readonly kind: 'deposits' | 'withdrawals' | 'unread'; readonly count: number; readonly href: string }
  | { readonly kind: 'identity' | 'identityRejected' | 'empty'; readonly href: string }
  /** Opens the question about consent. */
  | { readonly kind: 'terms'; readonly href: null }

/** Share of the margin call's level from which on it is near. */
const near = 1.5
const dueSoonMs = 7 * dayMs
const onTheWay: readonly string[] = ['pending', 'approved', 'sent']
const positions = '#/profile/orders'

/** Lists what needs the customer's attention, the most urgent first. */
export function attentionItems(state: OwnState, nowMs: number): readonly AttentionItem[] {
  const { summary, termsDue, unread } = state
  const [overdue, dueSoon] = loanItems(state, nowMs)
  const identity = identityItem(summary)
  return [
    ...marginItems(summary),
    ...overdue,
    ...(identity?.kind === 'identityRejected' ? [identity] : []),
    ...(termsDue > 0 ? [{ kind: 'terms', href: null } as const] : []),
    ...dueSoon,
    ...(identity?.kind === 'identity' ? [identity] : []),
    ...(attentionOf(summary).includes('empty')
      ? [{ kind: 'empty', href: balancePath('deposit') } as const]
      : []),
    ...paymentItems(state),
    ...(unread > 0 ? [{ kind: 'unread', count: unread, href: '#/profile/notification' } as const] : []),
  ]
}

function marginItems(summary: OwnSummary): readonly AttentionItem[] {
  const { marginLevel: level, callLevel } = summary
  if (level === null || Number(level) > near * Number(callLevel)) return []
  const kind = attentionOf(summary).includes('marginCall') ? 'marginCall' : 'marginNear'
  return [{ kind, level, href: positions }]
}

function loanItems({ loans }: OwnState, nowMs: number): [AttentionItem[], AttentionItem[]] {
  const toItem =
    (kind: 'loanOverdue' | 'loanDue') =>
    ({ id, loanNo, dueAt, owed }: OwnState['loans'][number]): AttentionItem => ({
      ...{ kind, no: loanNo, owed, at: dueAt ?? '' },
      href: `#/loan/${id}`,
    })
  const isSoon = ({ status, dueAt }: OwnState['loans'][number]) =>
    status === 'repaying' && dueAt !== null && Date.parse(dueAt) <= nowMs + dueSoonMs
  return [
    loans.filter(({ status }) => status === 'overdue').map(toItem('loanOverdue')),
    loans.filter(isSoon).map(toItem('loanDue')),
  ]
}

function identityItem({ user: { kyc } }: OwnSummary): AttentionItem | null {
  const href = '#/profile/identity'
  if (kyc === 'rejected') return { kind: 'identityRejected', href }
  return kyc === 'none' ? { kind: 'identity', href } : null
}

function paymentItems({ deposits, withdrawals }: OwnState): readonly AttentionItem[] {
  const pending = deposits.filter(({ status }) => status === 'pending')
  const leaving = withdrawals.filter(({ status }) => onTheWay.includes(status))
  return [
    ...waiting('deposits', pending, pending.length === 1 ? depositPath : null),
    ...waiting('withdrawals', leaving, leaving.length === 1 ? withdrawalPath : null),
  ]
}

/** Leads to the payment itself where there is only one. */
function waiting(
  kind: 'deposits' | 'withdrawals',
  payments: readonly { readonly id: string }[],
  pathOf: ((id: string) => string) | null,
): readonly AttentionItem[] {
  const [first] = payments
  if (first === undefined) return []
  return [{ kind, count: payments.length, href: pathOf?.(first.id) ?? balancePath(kind) }]
}
