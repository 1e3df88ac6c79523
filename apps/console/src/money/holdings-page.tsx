import type { Holding } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { type ReactNode, useState } from 'react'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { ControlDialog } from './control-dialog.tsx'
import { PlaceDialog } from './place-dialog.tsx'

/** Places of customers' money. They are published with the daily proof of liabilities, so a change needs two people (⚖). */
export function HoldingsPage() {
  const query = useOps('opsHoldings', {})
  const [changing, setChanging] = useState<Holding | 'new' | null>(null)
  const [signing, setSigning] = useState<Holding | null>(null)
  const may = ['finance', 'admin'].includes(useMe().role)
  return (
    <div className="p-6">
      <PageHead
        title="Holdings"
        text="Published daily next to what is owed to customers: “verified on chain” where a node shows the address and its key has signed, “stated by the operator” otherwise. A second person approves each change under Four eyes."
      >
        {may && <Button onClick={() => setChanging('new')}>Add a holding …</Button>}
      </PageHead>
      <Shown query={query}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              title="No holdings stated"
              text="Customers see that the operator has not stated where their money is held."
            />
          ) : (
            <div className="grid gap-4 xl:grid-cols-2">
              {items.map((item) => (
                <PlaceCard key={item.name} item={item}>
                  {may && (
                    <div className="flex flex-wrap gap-2">
                      <Button variant="secondary" onClick={() => setChanging(item)}>
                        Propose a change …
                      </Button>
                      {item.network !== null && (
                        <Button variant="secondary" onClick={() => setSigning(item)}>
                          Prove control …
                        </Button>
                      )}
                    </div>
                  )}
                </PlaceCard>
              ))}
            </div>
          )
        }
      </Shown>
      {changing !== null && (
        <PlaceDialog item={changing === 'new' ? null : changing} onClose={() => setChanging(null)} />
      )}
      {signing !== null && signing.network !== null && (
        <ControlDialog name={signing.name} network={signing.network} onClose={() => setSigning(null)} />
      )}
    </div>
  )
}

function PlaceCard({ item, children }: { readonly item: Holding; readonly children: ReactNode }) {
  const [word, tone] = standingOf(item)
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 font-semibold text-16 text-ink [overflow-wrap:anywhere]">{item.name}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <Money amount={item.stated} asset={item.asset} max={8} className="text-20 text-ink" />
      {item.address !== null && (
        <p className="figures whitespace-normal! text-14 text-ink-2 [overflow-wrap:anywhere]">{`${item.network} ${item.address}`}</p>
      )}
      {item.address !== null && (
        <p className="text-12 text-ink-2">
          {item.controlShownAt === null
            ? 'Control of this address has not been proven, so the proof says “stated”.'
            : `Control proven on ${momentOf(item.controlShownAt)}.`}
        </p>
      )}
      <p className="text-12 text-ink-3">{`Version ${item.version}, ${momentOf(item.changedAt)}: ${item.reason}`}</p>
      {children}
    </Card>
  )
}

/** Basis of the place in the next proof, provided that the node answers. */
function standingOf({ checkable, controlShownAt }: Holding): readonly [word: string, tone: 'good' | 'warn'] {
  if (controlShownAt === null) return ['stated', 'warn']
  return checkable ? ['checked daily by a node', 'good'] : ['stated, no node to check it', 'warn']
}
