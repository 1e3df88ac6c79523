import type { AnnouncedTariff } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { Megaphone } from 'lucide-react'
import type { OpsResult } from '../session/call-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'
import { Who } from '../shell/who.tsx'
import { aboutText } from './tariff-words.ts'

/** All announced changes; one that does not hold yet can be cancelled. */
export function Announcements({
  tariffs: { asOf, announced },
  onWithdraw,
}: {
  readonly tariffs: Pick<OpsResult<'opsTariffs'>, 'asOf' | 'announced'>
  readonly onWithdraw: (announcement: AnnouncedTariff) => void
}) {
  return (
    <ListCard
      title="Announcements"
      none={
        <EmptyState
          icon={<Megaphone aria-hidden />}
          title="No announcements yet"
          text="Every approved change stays listed here. Proposals await approval under Four eyes."
        />
      }
      rows={announced}
      rowKey={({ changeId }) => changeId}
      columns={columns(asOf, onWithdraw)}
    />
  )
}

const columns = (
  asOf: string,
  onWithdraw: (announcement: AnnouncedTariff) => void,
): readonly Column<AnnouncedTariff>[] => [
  {
    key: 'names',
    title: 'Change',
    className: 'max-w-80',
    cell: ({ names }) => <span className="[overflow-wrap:anywhere]">{aboutText(names)}</span>,
  },
  {
    key: 'from',
    title: 'Effective from',
    cell: ({ from, withdrawn }) => (
      <span className="flex flex-col items-start gap-1">
        <span className={classNames('figures', withdrawn !== null && 'text-ink-3 line-through')}>
          {momentOf(from)}
        </span>
        {withdrawn !== null && <Badge>withdrawn</Badge>}
      </span>
    ),
  },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason, withdrawn }) => (
      <span className="flex flex-col">
        <span>{reason}</span>
        {withdrawn !== null && (
          <span className="text-12 text-ink-3">
            {`Withdrawn ${momentOf(withdrawn.at)}: ${withdrawn.reason}`}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'who',
    title: 'Proposed, approved',
    cell: ({ proposedBy, approvedBy, announcedAt }) => (
      <Who proposedBy={proposedBy} approvedBy={approvedBy} at={announcedAt} />
    ),
  },
  actColumn((announcement) =>
    announcement.withdrawn === null && announcement.from > asOf ? (
      <Button
        variant="secondary"
        size="s"
        aria-label={`Withdraw ${aboutText(announcement.names)}`}
        onClick={() => onWithdraw(announcement)}
      >
        Withdraw …
      </Button>
    ) : null,
  ),
]
