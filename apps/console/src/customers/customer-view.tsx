import type { CustomerShown } from '@candor/contract'
import { Badge, Banner } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useOps } from '../session/use-ops.ts'
import { dayOf, momentOf } from '../shell/moments.ts'
import { BackLink } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { CustomerTasks } from '../tasks/customer-tasks.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { CustomerTables } from './customer-tables.tsx'
import { CustomerTags } from './customer-tags.tsx'
import { freezeWords } from './freeze-words.ts'
import { statusTones } from './status-tones.ts'

/** Everything of one person on one page. */
export function CustomerView({ id }: { readonly id: string }) {
  const query = useOps('opsCustomer', { id })
  return (
    <div className="p-6">
      <BackLink to="/customers" title="Customers" className="mb-4" />
      <Shown query={query}>
        {(customer) => (
          <>
            <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
              <div className="flex flex-wrap items-center gap-3">
                <h1 className="font-semibold text-20 text-ink">{customer.userName}</h1>
                <Badge tone={statusTones[customer.status]}>{customer.status}</Badge>
                <Badge>{`identity ${customer.kyc}`}</Badge>
              </div>
              <CustomerActions customer={customer} />
            </header>
            <Frozen customer={customer} />
            <OwnFreeze customer={customer} />
            <PendingClosure customer={customer} />
            <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
              <Person customer={customer} />
              <Balances customer={customer} />
              <OwnLimits limits={customer.ownLimits} />
              <CustomerTags customer={customer} />
              <CustomerNotes customer={customer} />
            </div>
            <CustomerTasks customer={customer} />
            <CustomerTables customer={customer} />
          </>
        )}
      </Shown>
    </div>
  )
}

function Frozen({ customer }: { readonly customer: CustomerShown }) {
  const { freeze } = customer
  if (freeze === null) return null
  return (
    <Banner
      tone={freeze.onHold ? 'bad' : 'warn'}
      title={`Frozen since ${momentOf(freeze.since)}: ${freeze.reason}`}
      className="mb-4"
    >
      {freeze.onHold
        ? `Legal hold: withdrawals are blocked until ${dayOf(freeze.legalHoldUntil ?? '')}, and resume then unless the hold is reviewed.`
        : 'Withdrawals to addresses and cards confirmed before the freeze continue.'}{' '}
      {`The customer can still sign in, see everything, close positions, cancel orders, exit plans, redeem savings, repay loans, complete identity verification and contact support. They cannot open anything new, deposit, convert, or add or remove addresses. Message to the customer: “${freezeWords[freeze.why]}”.`}
    </Banner>
  )
}

function OwnFreeze({ customer: { ownFreezeAt } }: { readonly customer: CustomerShown }) {
  if (ownFreezeAt === null) return null
  return (
    <Banner title={`Frozen by the customer since ${momentOf(ownFreezeAt)}`} className="mb-4">
      Sign-in and trading are blocked until the customer unfreezes the account with an emailed code.
      Withdrawals already requested continue.
    </Banner>
  )
}

function PendingClosure({ customer: { status, erasesAt } }: { readonly customer: CustomerShown }) {
  if (status === 'closed')
    return (
      <Banner title="Erased at the customer’s request" className="mb-4">
        The key to this person’s data was destroyed. The ledger and receipts remain, no longer linked to
        anyone.
      </Banner>
    )
  if (erasesAt === null) return null
  return (
    <Banner tone="warn" title={`Erasure due on ${momentOf(erasesAt)}`} className="mb-4">
      The customer requested it. Until then they can sign in and keep the account with one button. Money that
      arrives in the meantime postpones the erasure.
    </Banner>
  )
}

function Titled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-1 font-semibold text-14 text-ink">{title}</h2>
      {children}
    </Card>
  )
}

function Person({ customer }: { readonly customer: CustomerShown }) {
  return (
    <Titled title="Person">
      <DetailList>
        <Detail name="Legal name">{customer.legalName ?? 'not stated'}</Detail>
        <Detail name="Email">
          <span className="[overflow-wrap:anywhere]">{customer.email}</span>
        </Detail>
        <Detail name="Phone">{customer.phone ?? 'none'}</Detail>
        <Detail name="Country">{customer.country ?? 'not stated'}</Detail>
        <Detail name="Language">{customer.language}</Detail>
        <Detail name="Two-factor authentication">{customer.totpEnabled ? 'on' : 'off'}</Detail>
        <Detail name="Customer since">{dayOf(customer.createdAt)}</Detail>
        <Detail name="Invited by">
          {customer.invitedBy === null ? (
            'no one'
          ) : (
            <Link href={`/customers/${customer.invitedBy.id}`} className="text-accent">
              {customer.invitedBy.userName}
            </Link>
          )}
        </Detail>
        <Detail name="ID">
          <span className="figures text-12 whitespace-normal [overflow-wrap:anywhere]">{customer.id}</span>
        </Detail>
      </DetailList>
    </Titled>
  )
}

const lossNames = {
  dailyLoss: 'Daily loss limit',
  weeklyLoss: 'Weekly loss limit',
  monthlyLoss: 'Monthly loss limit',
} as const

/** Shows what the customer set for themselves, and how near it is; nobody else changes it. */
function OwnLimits({ limits }: { readonly limits: CustomerShown['ownLimits'] }) {
  const { coolingOff, reminderMinutes, reached } = limits
  return (
    <Titled title="The customer’s own limits">
      <DetailList>
        {(['dailyLoss', 'weeklyLoss', 'monthlyLoss'] as const).map((kind) => (
          <Detail key={kind} name={lossNames[kind]}>
            <LossLimit {...limits[kind]} isReached={reached?.reason === kind} />
          </Detail>
        ))}
        <Detail name="Cooling-off">
          {coolingOff.until === null ? 'none' : `until ${momentOf(coolingOff.until)}`}
        </Detail>
        <Detail name="Reminder">
          {reminderMinutes === null ? 'none' : `every ${reminderMinutes} minutes`}
        </Detail>
      </DetailList>
    </Titled>
  )
}

function LossLimit({
  value,
  next,
  result,
  isReached,
}: CustomerShown['ownLimits']['dailyLoss'] & { readonly isReached: boolean }) {
  if (value === null) return 'no limit'
  return (
    <>
      <Money amount={value} asset="USDT" max={2} />
      <span className="block text-12 text-ink-3">
        {isReached ? 'reached, result ' : 'result '}
        <MoneyChange amount={result} asset="USDT" />
      </span>
      {next !== null && (
        <span className="block text-12 text-ink-3">
          {`${next.value === null ? 'no limit' : `${next.value} USDT`} from ${momentOf(next.at)}`}
        </span>
      )}
    </>
  )
}

function Balances({ customer }: { readonly customer: CustomerShown }) {
  return (
    <Titled title="Account">
      <DetailList>
        <Detail name="Equity, real" strong>
          <Money amount={customer.figures.equity} asset="USDT" />
        </Detail>
        <Detail name="Used margin">
          <Money amount={customer.figures.marginUsed} asset="USDT" />
        </Detail>
        {customer.balances.map(({ mode, asset, available, held }) => (
          <Detail key={`${mode}${asset}`} name={mode === 'demo' ? `${asset}, demo` : asset}>
            <Money amount={available} asset={asset} />
            {/[1-9]/.test(held) && (
              <span className="block text-12 text-ink-3">
                {'on hold '}
                <Money amount={held} asset={asset} />
              </span>
            )}
          </Detail>
        ))}
      </DetailList>
    </Titled>
  )
}
