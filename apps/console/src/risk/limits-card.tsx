import type { ExposureLimit, RiskDesk } from '@candor/contract'
import { parseUsdt, writeUsdt } from '@candor/money'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { actColumn } from '../shell/act-column.tsx'
import { LimitChanges } from './limit-changes.tsx'
import { LimitDialog, RemoveLimitDialog } from './limit-dialogs.tsx'
import { shareOfWhole } from './risk-lines.ts'

type OpenDialog =
  | { readonly kind: 'set'; readonly limit: ExposureLimit | null }
  | { readonly kind: 'remove'; readonly limit: ExposureLimit }

/** Exposure limits in force, with what is left of each; every change takes two people. */
export function LimitsCard({ limits }: Pick<RiskDesk, 'limits'>) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Card flush>
        <SectionHead
          title="Exposure limits"
          action={
            <Button variant="secondary" onClick={() => setDialog({ kind: 'set', limit: null })}>
              Limit a market …
            </Button>
          }
          className="px-5 pt-4"
        />
        <p className="max-w-line px-5 pt-1 pb-3 text-14 text-ink-2">
          The largest net position of customers that you keep in a market, in either direction. What is beyond
          it is laid off where the market is hedged. Otherwise new real-money positions in that direction are
          refused, and pending orders are cancelled when they trigger. Closing is always possible.
        </p>
        {limits.length === 0 ? (
          <p className="px-5 pb-4 text-14 text-ink-3">No market has a limit.</p>
        ) : (
          <Table
            label="Exposure limits"
            rows={limits}
            rowKey={({ code }) => code}
            columns={[
              ...columns,
              actColumn<ExposureLimit>((limit) => <Acts limit={limit} onOpen={setDialog} />),
            ]}
          />
        )}
        <LimitChanges />
      </Card>
      {dialog?.kind === 'set' && <LimitDialog limit={dialog.limit} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveLimitDialog limit={dialog.limit} onClose={close} />}
    </>
  )
}

function Acts({
  limit,
  onOpen,
}: {
  readonly limit: ExposureLimit
  readonly onOpen: (dialog: OpenDialog) => void
}) {
  return (
    <span className="inline-flex justify-end gap-2">
      <Button
        variant="secondary"
        size="s"
        aria-label={`Change the limit of ${limit.code}`}
        onClick={() => onOpen({ kind: 'set', limit })}
      >
        Change …
      </Button>
      <Button
        variant="secondary"
        size="s"
        aria-label={`Remove the limit of ${limit.code}`}
        onClick={() => onOpen({ kind: 'remove', limit })}
      >
        Remove …
      </Button>
    </span>
  )
}

const columns: readonly Column<ExposureLimit>[] = [
  { key: 'code', title: 'Market', cell: ({ code }) => <span className="text-ink">{code}</span> },
  {
    key: 'limit',
    title: 'Limit',
    end: true,
    cell: ({ limit }) => <Money amount={limit} max={0} min={0} />,
  },
  { key: 'net', title: 'Customers’ net', end: true, cell: (limit) => <Net {...limit} /> },
  { key: 'used', title: 'Used', end: true, cell: (limit) => <Used {...limit} /> },
  {
    key: 'leftToBuy',
    title: 'Left to buy',
    end: true,
    cell: ({ leftToBuy, hedged }) => <Left amount={leftToBuy} hedged={hedged} />,
  },
  {
    key: 'leftToSell',
    title: 'Left to sell',
    end: true,
    cell: ({ leftToSell, hedged }) => <Left amount={leftToSell} hedged={hedged} />,
  },
]

function Net({ net, laidOff }: ExposureLimit) {
  if (net === null) return <span className="text-warn">no price</span>
  return (
    <span className="flex flex-col items-end">
      <Money amount={net} signed max={0} min={0} />
      {laidOff !== null && Number(laidOff) !== 0 && (
        <span className="text-12 text-ink-3">
          {'laid off '}
          <Money amount={laidOff} signed max={0} min={0} />
        </span>
      )}
    </span>
  )
}

/** Shows what can still be bought or sold; in a hedged market what is beyond it is laid off. */
function Left({ amount, hedged }: { readonly amount: string | null; readonly hedged: boolean }) {
  if (amount === null) return '–'
  if (Number(amount) > 0) return <Money amount={amount} max={0} min={0} />
  return hedged ? <span className="text-ink-2">laid off</span> : <span className="text-warn">none</span>
}

/** Size of the position that the operator keeps. */
function retainedOf(net: string, laidOff: string | null): string {
  const [all, away] = [net, laidOff ?? '0'].map((text) => parseUsdt(text) ?? 0n)
  return writeUsdt((all ?? 0n) - (away ?? 0n)).replace('-', '')
}

function Used({ limit, net, laidOff, hedged }: ExposureLimit) {
  const share = net === null ? null : shareOfWhole(retainedOf(net, laidOff), limit)
  if (share === null) return '–'
  const tone = share >= 100 ? 'text-bad font-semibold' : share >= 80 ? 'text-warn' : 'text-ink-2'
  return <span className={classNames('figures', hedged ? 'text-ink-2' : tone)}>{`${share}%`}</span>
}
