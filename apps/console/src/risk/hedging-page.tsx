import type { HedgingState } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner, EmptyState } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useOps } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { HedgeOrders } from './hedge-orders.tsx'
import { HedgedMarkets } from './hedged-markets.tsx'
import { HedgingStopDialog, type StopOfHedging } from './hedging-stop-dialog.tsx'

/** Positions that are laid off at a venue: its state, each hedged market, and the orders there. */
export function HedgingPage() {
  const query = useOps('opsHedging', {}, { everyMs: 2_000 })
  const [stop, setStop] = useState<StopOfHedging | null>(null)
  return (
    <div className="p-6">
      <PageHead
        title="Hedging"
        text="What customers hold beyond a market’s exposure limit is laid off at a venue, by the net position alone."
      />
      <Shown query={query}>
        {(state) => (
          <div className="flex flex-col gap-4">
            {query.error !== null && (
              <Banner tone="warn" title="These figures are no longer current">
                They could not be read again.
              </Banner>
            )}
            {state.venue === null ? (
              <EmptyState
                icon={<Waypoints aria-hidden />}
                title="Nothing is hedged"
                text="No venue is set up: what customers hold beyond an exposure limit is refused. The operator’s guide says how to name one."
              />
            ) : (
              <>
                <VenueCard state={state} venue={state.venue} onStop={setStop} />
                <HedgedMarkets markets={state.markets} onStop={setStop} />
              </>
            )}
            <HedgeOrders />
          </div>
        )}
      </Shown>
      {stop !== null && <HedgingStopDialog of={stop} onClose={() => setStop(null)} />}
    </div>
  )
}

function VenueCard({
  state: { stop, unpaid },
  venue,
  onStop,
}: {
  readonly state: HedgingState
  readonly venue: NonNullable<HedgingState['venue']>
  readonly onStop: (stop: StopOfHedging) => void
}) {
  const { name, connected, since, fault } = venue
  return (
    <Card>
      <SectionHead
        title={`Venue: ${name}`}
        action={
          <Button variant="secondary" onClick={() => onStop({ code: null, stopped: stop === null })}>
            {stop === null ? 'Stop all …' : 'Resume all …'}
          </Button>
        }
      />
      <p className={connected ? 'pt-1 text-14 text-good' : 'pt-1 text-14 text-bad'}>
        {connected ? 'Connected' : 'Not connected'}
        {since !== null && ` since ${momentOf(since)}`}
        {fault !== null && `: ${fault}`}
      </p>
      {stop !== null && (
        <p className="pt-2 text-14 text-warn [overflow-wrap:anywhere]">
          {`All markets are stopped: ${stop.reason} (${stop.by ?? 'the comparison'}, ${momentOf(stop.at)})`}
        </p>
      )}
      {unpaid > 0 && (
        <p className="pt-2 text-14 text-warn">
          {`The account of hedging money cannot pay for ${unpaid} executions. Fund it in Treasury.`}
        </p>
      )}
    </Card>
  )
}
