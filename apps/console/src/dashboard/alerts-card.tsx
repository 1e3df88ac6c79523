import { type ConsoleAlert, consolePageTitles } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { distanceTo } from '../shell/moments.ts'
import { pathOf } from './use-dashboard.ts'

const looks = {
  bad: { Icon: CircleAlert, color: 'text-bad' },
  warn: { Icon: TriangleAlert, color: 'text-warn' },
} as const

interface AlertsCardProps {
  readonly alerts: readonly ConsoleAlert[]
  readonly now: number
}

/** States that need attention, each with the page about it. */
export function AlertsCard({ alerts, now }: AlertsCardProps) {
  return (
    <Card flush>
      <SectionHead title="Alerts" className="px-5 pt-4 pb-1" />
      <ul className="divide-y divide-hairline">
        {[...alerts].sort(badFirst).map((alert) => (
          <AlertLine key={alert.text} {...alert} now={now} />
        ))}
      </ul>
    </Card>
  )
}

const badFirst = (a: ConsoleAlert, b: ConsoleAlert): number => a.tone.localeCompare(b.tone)

function AlertLine({ page, tone, text, since, now }: ConsoleAlert & { readonly now: number }) {
  const { Icon, color } = looks[tone]
  return (
    <li className="flex items-start gap-3 px-5 py-3 text-14">
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', color)} />
      <span className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere]">{text}</span>
      {since !== null && <span className="shrink-0 text-ink-3">{distanceTo(since, now)}</span>}
      {page !== null && (
        <Link href={pathOf(page)} className="shrink-0 text-accent">
          {consolePageTitles[page]}
        </Link>
      )}
    </li>
  )
}
