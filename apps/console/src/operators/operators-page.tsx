import type { OperatorInvitation, OperatorPerson } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import {
  AddDialog,
  ComeBackDialog,
  DoorDialog,
  MailDialog,
  ResetDialog,
  RoleDialog,
} from './operator-dialogs.tsx'

type People = OpsResult<'opsOperators'>
type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'mail'; readonly invitation: OperatorInvitation }
  | { readonly kind: 'role' | 'disable' | 'end' | 'enable' | 'reset'; readonly person: OperatorPerson }

/** Operators of the installation: adding one takes two people, disabling one takes one. */
export function OperatorsPage() {
  const me = useMe()
  const query = useOps('opsOperators', {}, { everyMs: 30_000 })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const may = me.role === 'admin'
  return (
    <div className="p-6">
      <PageHead
        title="Operators"
        text="Adding an operator, changing a role and re-enabling an operator are approved by a second person under Four eyes. Disabling an operator and ending sessions take effect immediately. You cannot disable yourself or the last admin."
      >
        <CsvButton name="operators" rows={() => rowsOf(query.data)} />
        {may && <Button onClick={() => setDialog({ kind: 'add' })}>Add an operator …</Button>}
      </PageHead>
      <Shown query={query}>
        {({ people, invitations }) => (
          <div className="flex flex-col gap-5">
            <Card flush>
              <People people={people} me={me.id} onOpen={may ? setDialog : null} />
            </Card>
            <Invitations
              invitations={invitations}
              onMail={may ? (invitation) => setDialog({ kind: 'mail', invitation }) : null}
            />
          </div>
        )}
      </Shown>
      {dialog !== null && <OperatorDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}

function OperatorDialog({ dialog, onClose }: { readonly dialog: OpenDialog; readonly onClose: () => void }) {
  if (dialog.kind === 'add') return <AddDialog onClose={onClose} />
  if (dialog.kind === 'mail') return <MailDialog invitation={dialog.invitation} onClose={onClose} />
  if (dialog.kind === 'role') return <RoleDialog person={dialog.person} onClose={onClose} />
  if (dialog.kind === 'reset') return <ResetDialog person={dialog.person} onClose={onClose} />
  if (dialog.kind === 'enable') return <ComeBackDialog person={dialog.person} onClose={onClose} />
  return <DoorDialog person={dialog.person} disable={dialog.kind === 'disable'} onClose={onClose} />
}

function People({
  people,
  me,
  onOpen,
}: {
  readonly people: readonly OperatorPerson[]
  readonly me: string
  readonly onOpen: ((dialog: OpenDialog) => void) | null
}) {
  const columns: readonly Column<OperatorPerson>[] = [
    {
      key: 'email',
      title: 'Operator',
      className: 'min-w-44',
      cell: ({ email, id }) => (
        <span className="font-medium text-ink [overflow-wrap:anywhere]">
          {email.slice(0, email.indexOf('@'))}
          <wbr />
          {email.slice(email.indexOf('@'))}
          {id === me && <span className="font-normal text-ink-3"> (you)</span>}
        </span>
      ),
    },
    { key: 'role', title: 'Role', cell: ({ role }) => role },
    {
      key: 'state',
      title: 'Status, last seen',
      cell: (person) => (
        <span className="flex flex-col items-start gap-1">
          <State person={person} />
          <span className="figures whitespace-nowrap text-12 text-ink-3">
            {person.lastSeenAt === null ? 'never' : momentOf(person.lastSeenAt)}
          </span>
        </span>
      ),
    },
    ...(onOpen === null ? [] : [actsColumn(me, onOpen)]),
  ]
  return <Table label="Operators" rows={people} rowKey={({ id }) => id} columns={columns} />
}

function State({ person: { disabledAt, sessions } }: { readonly person: OperatorPerson }) {
  if (disabledAt !== null) return <Badge tone="neutral">{`disabled ${momentOf(disabledAt)}`}</Badge>
  if (sessions === 0) return <Badge tone="neutral">signed out</Badge>
  return <Badge tone="good">{sessions === 1 ? '1 session' : `${sessions} sessions`}</Badge>
}

const actsColumn = (me: string, onOpen: (dialog: OpenDialog) => void) =>
  actColumn((person: OperatorPerson) => {
    const button = (kind: 'role' | 'disable' | 'end' | 'enable' | 'reset', words: string) => (
      <Button
        key={kind}
        variant="secondary"
        size="s"
        aria-label={`${words}: ${person.email}`}
        onClick={() => onOpen({ kind, person })}
      >
        {`${words} …`}
      </Button>
    )
    if (person.disabledAt !== null) return button('enable', 'Re-enable')
    return (
      <span className="flex flex-wrap justify-end gap-2">
        {button('role', 'Change role')}
        {person.sessions > 0 && button('end', 'End sessions')}
        {person.id !== me && button('reset', 'Reset access')}
        {person.id !== me && button('disable', 'Disable')}
      </span>
    )
  })

function Invitations({
  invitations,
  onMail,
}: {
  readonly invitations: readonly OperatorInvitation[]
  readonly onMail: ((invitation: OperatorInvitation) => void) | null
}) {
  return (
    <ListCard
      title="Invitations"
      none={
        <EmptyState
          icon={<MailPlus aria-hidden />}
          title="No open invitations"
          text="Once a second person approves a new operator, the invitation is emailed to them and stays listed here for seven days."
        />
      }
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'email',
          title: 'Email',
          className: 'min-w-44',
          cell: ({ email }) => <span className="text-ink [overflow-wrap:anywhere]">{email}</span>,
        },
        { key: 'role', title: 'Role', cell: ({ role, resets }) => (resets ? `${role}, reset` : role) },
        {
          key: 'mailed',
          title: 'Sent',
          cell: ({ mailedAt }) => (
            <span className="figures">{mailedAt === null ? 'not yet' : momentOf(mailedAt)}</span>
          ),
        },
        {
          key: 'until',
          title: 'Valid until',
          cell: ({ expiresAt }) => <span className="figures">{momentOf(expiresAt)}</span>,
        },
        actColumn(
          (invitation: OperatorInvitation) =>
            onMail !== null && (
              <Button variant="secondary" size="s" onClick={() => onMail(invitation)}>
                Send again …
              </Button>
            ),
        ),
      ]}
    />
  )
}

const rowsOf = (people: People | undefined) => [
  ['email', 'role', 'since', 'disabled', 'last seen', 'sessions'],
  ...(people?.people ?? []).map((one) => [
    one.email,
    one.role,
    one.createdAt,
    one.disabledAt ?? '',
    one.lastSeenAt ?? '',
    String(one.sessions),
  ]),
]
