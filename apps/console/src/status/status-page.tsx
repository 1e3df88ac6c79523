import type { IncidentInHand } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { languageOrder } from '../content/languages.ts'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { OpenIncidentDialog, UpdateIncidentDialog } from './incident-dialogs.tsx'
import { stateTones, stateWords } from './incident-words.ts'

type OpenDialog = { readonly kind: 'open' } | { readonly kind: 'update'; readonly incident: IncidentInHand }

/** Incidents published on the status page. */
export function StatusPage() {
  const query = useOps('opsIncidents', {}, { everyMs: 30_000 })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="p-6">
      <PageHead
        title="Status"
        text="Incidents shown on the public status page while they last and for 90 days afterwards. Halted markets appear there automatically."
      >
        <Button onClick={() => setDialog({ kind: 'open' })}>Report an incident …</Button>
      </PageHead>
      <Shown query={query}>
        {(incidents) => (
          <Incidents incidents={incidents} onMore={(incident) => setDialog({ kind: 'update', incident })} />
        )}
      </Shown>
      {dialog?.kind === 'open' && <OpenIncidentDialog onClose={close} />}
      {dialog?.kind === 'update' && <UpdateIncidentDialog incident={dialog.incident} onClose={close} />}
    </div>
  )
}

function Incidents({
  incidents,
  onMore,
}: {
  readonly incidents: readonly IncidentInHand[]
  readonly onMore: (incident: IncidentInHand) => void
}) {
  return (
    <ListCard
      title="Incidents"
      none={
        <EmptyState
          icon={<Radio aria-hidden />}
          title="No incidents yet"
          text="Every incident you report stays listed here, with all its updates."
        />
      }
      csv={{ name: 'incidents', rows: () => rowsOf(incidents) }}
      rows={incidents}
      rowKey={({ id }) => id}
      columns={columns(onMore)}
    />
  )
}

const columns = (onMore: (incident: IncidentInHand) => void): readonly Column<IncidentInHand>[] => [
  {
    key: 'title',
    title: 'Incident',
    className: 'min-w-44 align-top',
    cell: ({ title, updates }) => (
      <>
        <span className="block font-medium text-ink [overflow-wrap:anywhere]">{title.en}</span>
        <Badge tone={stateTones[updates[0]?.state ?? 'investigating']}>
          {stateWords[updates[0]?.state ?? 'investigating']}
        </Badge>
      </>
    ),
  },
  {
    key: 'said',
    title: 'Updates',
    className: 'min-w-52 align-top',
    cell: ({ updates }) => (
      <ol className="flex flex-col gap-2">
        {updates.map(({ at, state, text, by }) => (
          <li key={at} className="text-14 [overflow-wrap:anywhere]">
            <span className="block whitespace-pre-line text-ink">{text.en}</span>
            <span className="figures block whitespace-normal! text-12 text-ink-3">
              {`${stateWords[state]}, ${momentOf(at)}, ${by}, ${Object.keys(text).length} of ${languageOrder.length} languages`}
            </span>
          </li>
        ))}
      </ol>
    ),
  },
  {
    key: 'when',
    title: 'Start, end',
    className: 'align-top',
    cell: ({ openedAt, resolvedAt }) => (
      <span className="figures flex flex-col">
        <span>{momentOf(openedAt)}</span>
        {resolvedAt !== null && <span>{momentOf(resolvedAt)}</span>}
      </span>
    ),
  },
  {
    ...actColumn<IncidentInHand>((incident) =>
      incident.resolvedAt === null ? (
        <Button
          variant="secondary"
          size="s"
          aria-label={`Post update: ${incident.title.en}`}
          onClick={() => onMore(incident)}
        >
          Post update …
        </Button>
      ) : null,
    ),
    className: 'align-top',
  },
]

const rowsOf = (incidents: readonly IncidentInHand[]) => [
  ['id', 'title', 'at', 'state', 'text', 'by'],
  ...incidents.flatMap(({ id, title, updates }) =>
    updates.map(({ at, state, text, by }) => [id, title.en, at, state, text.en, by]),
  ),
]
