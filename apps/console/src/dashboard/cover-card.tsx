import type { Reserve } from '@candor/contract'
import { Badge, type Tone } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { useOps } from '../session/use-ops.ts'
import { Shown } from '../shell/states.tsx'

type Side = Reserve['sides'][number]

const states: Readonly<Record<Side['state'], readonly [tone: Tone, text: string]>> = {
  ok: ['good', 'covered'],
  warn: ['warn', 'near the limit'],
  halted: ['bad', 'new risk refused'],
}

/** The trading capital with real money, against what customers would win now. The call is the one of the warning above every page. */
export function CoverCard() {
  const query = useOps('opsReserve', {}, { everyMs: 10_000 })
  return (
    <Card>
      <SectionHead
        title="Capital cover"
        action={
          <Link href="/treasury" className="text-14 text-accent">
            Treasury
          </Link>
        }
      />
      <Shown query={query}>
        {({ sides }) =>
          sides.filter(({ mode }) => mode === 'real').map((side) => <Cover key={side.mode} {...side} />)
        }
      </Shown>
    </Card>
  )
}

function Cover({ wouldWin, capital, state, unpaidClosings }: Side) {
  const [tone, text] = states[state]
  return (
    <DetailList className="mt-2">
      <Detail name="Real accounts">
        <Badge tone={tone}>{text}</Badge>
      </Detail>
      <Detail name="Trading capital">
        <Money amount={capital} asset="USDT" max={2} />
      </Detail>
      <Detail name="Customers would win now">
        <Money amount={wouldWin} asset="USDT" max={2} />
      </Detail>
      <Detail name="Unpaid closings">
        <span className="figures">{unpaidClosings}</span>
      </Detail>
    </DetailList>
  )
}
