import type { OperatorInvitation, OperatorPerson, OperatorRole } from '@candor/contract'
import { operatorRoles } from '@candor/contract/ops-call.ts'
import { Button } from '@candor/ui/button.tsx'
import { CopyButton } from '@candor/ui/copy-button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { useState } from 'react'
import { issuesOf, NotedDialog, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { sentenceOf } from '../session/failure.ts'
import { useDo } from '../session/use-ops.ts'

const refusedWords: Readonly<Record<string, string>> = {
  email: 'This is no e-mail address.',
  taken: 'Somebody with this address is an operator already.',
  unchanged: 'This is the role they have.',
  self: 'Nobody disables themselves.',
  'last-admin': 'One admin has to stay.',
}

const rights: Readonly<Record<OperatorRole, string>> = {
  reviewer: 'reviewer – identity, deposits, withdrawals, loans',
  finance: 'finance – money, tariffs, payment addresses',
  content: 'content – articles and parameters to read',
  risk: 'risk – markets, limits, exposure; approves operators',
  admin: 'admin – everything, operators too',
}

function RoleField({
  role,
  onRole,
  error = null,
}: {
  readonly role: OperatorRole
  readonly onRole: (role: OperatorRole) => void
  readonly error?: string | null
}) {
  return (
    <Field label="Role" error={error}>
      {(control) => (
        <Select
          {...control}
          label="Role"
          options={operatorRoles.map((value) => ({ value, label: rights[value] }))}
          value={role}
          onChange={onRole}
        />
      )}
    </Field>
  )
}

export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const propose = useDo('opsProposeOperator')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OperatorRole>('reviewer')
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title="Add an operator"
      text="Once another person has approved, make a link and hand it to them. They choose their password and set up their second factor themselves: nobody else ever knows either."
      error={propose.error}
      busy={propose.isPending}
      saidAt={[issue('email')]}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ email, role, reason }, { onSuccess: done })}
    >
      <Field label="E-mail address" error={issue('email')}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <RoleField role={role} onRole={setRole} />
    </ProposalDialog>
  )
}

export function RoleDialog({
  person,
  onClose,
}: {
  readonly person: OperatorPerson
  readonly onClose: () => void
}) {
  const propose = useDo('opsProposeRole')
  const [role, setRole] = useState(person.role)
  const issue = issuesOf(propose.error, refusedWords)
  const said = issue('role') ?? issue('id')
  return (
    <ProposalDialog
      title={`Another role for ${person.email}`}
      error={propose.error}
      busy={propose.isPending}
      saidAt={[said]}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ id: person.id, role, reason }, { onSuccess: done })}
    >
      <RoleField role={role} onRole={setRole} error={said} />
    </ProposalDialog>
  )
}

export function ComeBackDialog({
  person,
  onClose,
}: {
  readonly person: OperatorPerson
  readonly onClose: () => void
}) {
  const propose = useDo('opsProposeEnable')
  return (
    <ProposalDialog
      title={`Let ${person.email} back in`}
      text={`As ${person.role}, with the password and the second factor of before.`}
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ id: person.id, reason }, { onSuccess: done })}
    />
  )
}

/** At once: disabled with every session ended, or the sessions alone. */
export function DoorDialog({
  person,
  disable,
  onClose,
}: {
  readonly person: OperatorPerson
  readonly disable: boolean
  readonly onClose: () => void
}) {
  const shut = useDo('opsDisableOperator')
  const end = useDo('opsEndSessions')
  const act = disable ? shut : end
  const issue = issuesOf(act.error, refusedWords)
  const done = () => {
    toast(disable ? `${person.email} is disabled.` : `Every session of ${person.email} ended.`, 'good')
    onClose()
  }
  const send = (reason: string) => {
    const ask = { id: person.id, reason }
    if (disable) shut.mutate(ask, { onSuccess: done })
    else end.mutate(ask, { onSuccess: done })
  }
  const said = issue('id')
  return (
    <NotedDialog
      title={disable ? `Disable ${person.email}` : `End the sessions of ${person.email}`}
      text={
        disable
          ? 'They are signed out at once and cannot sign in again until two people let them. What they did stays in the log.'
          : 'They are signed out at once and may sign in again.'
      }
      act={disable ? 'Disable now' : 'End them now'}
      danger
      error={act.error}
      busy={act.isPending}
      noteLabel="Reason"
      saidAt={[said]}
      onClose={onClose}
      onSend={send}
    >
      {said !== null && <Banner tone="bad">{said}</Banner>}
    </NotedDialog>
  )
}

/** The link is shown here and nowhere else. */
export function LinkDialog({
  invitation,
  onClose,
}: {
  readonly invitation: OperatorInvitation
  readonly onClose: () => void
}) {
  const make = useDo('opsInvitationLink')
  const link =
    make.data === undefined
      ? null
      : `${window.location.origin}${window.location.pathname}#/join/${make.data.token}`
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Invitation for ${invitation.email}`}
      wide
      footer={
        link === null ? (
          <Button busy={make.isPending} onClick={() => make.mutate({ id: invitation.id })}>
            Make the link
          </Button>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-14 text-ink-2">
          Whoever has the link becomes this operator: hand it to the person and to nobody else. It is shown
          this once; a new one ends it.
        </p>
        {link !== null && (
          <p className="flex items-start gap-2 rounded-s bg-sunken px-3 py-2 text-14 text-ink">
            <span data-invitation="" className="min-w-0 [overflow-wrap:anywhere]">
              {link}
            </span>
            <CopyButton value={link} className="-my-1.5 shrink-0" />
          </p>
        )}
        {make.error !== null && <Banner tone="bad">{sentenceOf(make.error)}</Banner>}
      </div>
    </Dialog>
  )
}
