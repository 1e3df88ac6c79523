import type { CaseHits, CaseShown, MonitoringHit, MonitoringSeverity } from '@candor/contract'
import { Card } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'
import {
  CountedTransactions,
  pathOf,
  transactionWords,
} from '../transaction-monitoring/counted-transactions.tsx'
import { SeverityBadge } from '../transaction-monitoring/severity-badge.tsx'

/** Monitoring rules that a deposit or withdrawal met, each explained, for who holds the case: each load is written down. */
export function CaseHitsCard({ shown }: { readonly shown: CaseShown }) {
  const me = useMe()
  const isMonitored = shown.kind === 'recharge' || shown.kind === 'withdrawal'
  if (!isMonitored || shown.claimedBy?.id !== me.id) return null
  return <Loaded kind={shown.kind} id={shown.id} />
}

function Loaded({ kind, id }: Pick<CaseShown, 'kind' | 'id'>) {
  const query = useOps('opsCaseHits', { kind, id })
  return (
    <Card className="mt-4">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-14 text-ink">Monitoring rules</h2>
        <Link href="/monitoring-rules" className="text-12 text-accent">
          All rules
        </Link>
      </div>
      <Shown query={query}>{(loaded) => <Hits {...loaded} />}</Shown>
    </Card>
  )
}

const ranks: Readonly<Record<MonitoringSeverity, number>> = { high: 0, medium: 1, low: 2 }

function Hits({ hits, earlier, moreEarlier }: CaseHits) {
  const ordered = hits.toSorted(
    (one, other) => ranks[one.rule.rule.severity] - ranks[other.rule.rule.severity],
  )
  return (
    <>
      {ordered.length === 0 ? (
        <p className="text-14 text-ink-2">No rule was met by this request.</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {ordered.map((hit) => (
            <Hit key={hit.id} hit={hit} confirmed={hit.confirmed} />
          ))}
        </ul>
      )}
      {earlier.length > 0 && (
        <details className="mt-3 border-hairline border-t pt-3">
          <summary className="cursor-pointer text-14 text-accent">
            {`Other requests of this customer: ${earlier.length}${moreEarlier ? ' or more' : ''} in 90 days`}
          </summary>
          <ul className="mt-1 divide-y divide-hairline">
            {earlier.map((hit) => (
              <Hit key={hit.id} hit={hit} confirmed />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Hit({ hit, confirmed }: { readonly hit: MonitoringHit; readonly confirmed: boolean }) {
  const { rule, text, explanation, transaction } = hit
  return (
    <li className="py-2 text-14">
      <span className="flex flex-wrap items-center gap-2">
        <SeverityBadge severity={rule.rule.severity} />
        <Link href={`/monitoring-rules/${rule.id}`} className="font-medium text-ink hover:text-accent">
          {rule.rule.name}
        </Link>
        <Link href={pathOf(transaction)} className="figures text-12 text-ink-3">
          {`${transactionWords[transaction.kind]}, ${momentOf(explanation.at)}`}
        </Link>
      </span>
      <p className="mt-1 text-ink">{text}</p>
      <p className="text-12 text-ink-2">{`Rule: ${rule.condition} (version ${rule.version}). ${rule.rule.guidance}`}</p>
      {!confirmed && (
        <p className="text-12 text-warn">
          Computed again now, the figures differ: something of that time has changed since, such as an erased
          destination or an order recorded late.
        </p>
      )}
      <CountedTransactions counted={explanation.counted} more={explanation.more} />
    </li>
  )
}
