import type { CaseKindName, CaseShown } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { ReverseDeposit } from '../funding/reverse-dialog.tsx'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { dayOf, distanceTo, momentOf } from '../shell/moments.ts'
import { Sections } from '../shell/sections.tsx'
import { Shown } from '../shell/states.tsx'
import { CaseHitsCard } from './case-hits.tsx'
import { CaseImages } from './case-images.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { MoneyBeforeCard } from './money-before.tsx'
import { refreshMs } from './refresh-ms.ts'
import { RelatedAccountsCard } from './related-accounts.tsx'

/** One case: the claim and its evidence in the middle, the decision and the customer's history next to it. */
export function CaseView({
  kind,
  id,
  onDone,
}: {
  readonly kind: CaseKindName
  readonly id: string
  /** After a decision: the next one. */
  readonly onDone: () => void
}) {
  const me = useMe()
  const query = useOps('opsCase', { kind, id }, { everyMs: (loaded) => refreshMs(loaded, me.id, Date.now()) })
  return (
    <Shown query={query}>
      {(shown) => (
        <div className="grid gap-5 p-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0">
            <Head shown={shown} />
            <Sections
              sections={shown.sections}
              images={(section) => <CaseImages shown={shown} images={section.images} />}
            />
            <CaseHitsCard shown={shown} />
            <RelatedAccountsCard shown={shown} />
            <MoneyBeforeCard shown={shown} />
          </div>
          <aside className="flex flex-col gap-4 xl:sticky xl:top-5 xl:self-start">
            <DecisionPanel shown={shown} onDone={onDone} />
            {shown.kind === 'recharge' && shown.status === 'approved' && <ReverseDeposit id={shown.id} />}
            <Timeline shown={shown} />
            <History shown={shown} />
          </aside>
        </div>
      )}
    </Shown>
  )
}

function Head({ shown }: { readonly shown: CaseShown }) {
  return (
    <header className="mb-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold text-20 text-ink">{shown.summary}</h2>
        <Badge tone={shown.late ? 'bad' : 'neutral'}>{shown.late ? 'late' : shown.status}</Badge>
      </div>
      <p className="mt-1 text-14 text-ink-2">
        <Link href={`/customers/${shown.customer.id}`} className="text-accent">
          {shown.customer.userName}
        </Link>
        {`, submitted ${momentOf(shown.createdAt)}`}
        {shown.deadlineAt !== null &&
          `, due by ${momentOf(shown.deadlineAt)} (${distanceTo(shown.deadlineAt, Date.now())})`}
      </p>
    </header>
  )
}

function Timeline({ shown }: { readonly shown: CaseShown }) {
  return (
    <Card>
      <h2 className="mb-2 font-semibold text-14 text-ink">Timeline</h2>
      <ol className="flex flex-col gap-2">
        {shown.timeline.map((step) => (
          <li key={`${step.status}${step.at}`} className="text-14">
            <span className="text-ink">{step.status}</span>
            <span className="figures ms-2 text-12 text-ink-3">{momentOf(step.at)}</span>
            {step.by !== null && <span className="block text-12 text-ink-3">{step.by}</span>}
            {step.reason !== null && <span className="block text-12 text-ink-2">{step.reason}</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function History({ shown }: { readonly shown: CaseShown }) {
  return (
    <Card>
      <h2 className="mb-2 font-semibold text-14 text-ink">Other requests from this customer</h2>
      {shown.history.length === 0 ? (
        <p className="text-14 text-ink-2">No other requests.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {shown.history.slice(0, 12).map((one) => (
            <li key={`${one.kind}${one.id}`} className="text-14">
              <Link href={`/${one.kind}/${one.id}`} className="text-ink hover:text-accent">
                {one.summary}
              </Link>
              <span className="block text-12 text-ink-3">{`${one.status}, ${dayOf(one.createdAt)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
