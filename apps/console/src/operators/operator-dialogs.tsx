import type { OperatorInvitation, OperatorPerson, OperatorRole } from '@candor/contract'
import { operatorRoles } from '@candor/contract/back-office/ops-call.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { NotedDialog, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf, sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { TextField } from '../shell/text-field.tsx'

const refusedWords: Readonly<Record<string, string>> = {
  email: 'Enter a valid email address.',
  taken: 'An operator or an invitation already uses this mailbox. Each person can be only one operator.',
  unchanged: 'They already have this role.',
  self: 'You cannot disable yourself.',
  'last-admin': 'At least one admin must remain.',
}

const rights: Readonly<Record<OperatorRole, string>> = {
  reviewer: 'reviewer – identity, deposits, withdrawals, loans',
  finance: 'finance – money, tariffs, payment addresses',
  content: 'content – articles; parameters, view only',
  risk: 'risk – markets, limits, exposure; approves operators',
  admin: 'admin – everything, including operators',
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
  const options = operatorRoles.map((value) => ({ value, label: rights[value] }))
  return <SelectField label="Role" error={error} options={options} value={role} onChange={onRole} />
}

export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const propose = useOpsMutation('opsProposeOperator')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OperatorRole>('reviewer')
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title="Add an operator"
      text="Once a second person approves, a link is emailed to this address. It is never shown here. The new operator chooses a password and sets up two-factor authentication."
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('email')]}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ email, role, reason }, { onSuccess: done })}
    >
      <TextField
        label="Email address"
        error={issue('email')}
        type="email"
        autoComplete="off"
        value={email}
        onValue={setEmail}
      />
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
  const propose = useOpsMutation('opsProposeRole')
  const [role, setRole] = useState(person.role)
  const issue = issuesOf(propose.error, refusedWords)
  const problem = issue('role') ?? issue('id')
  return (
    <ProposalDialog
      title={`Change the role of ${person.email}`}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[problem]}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ id: person.id, role, reason }, { onSuccess: done })}
    >
      <RoleField role={role} onRole={setRole} error={problem} />
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
  const propose = useOpsMutation('opsProposeEnable')
  return (
    <ProposalDialog
      title={`Re-enable ${person.email}`}
      text={`As ${person.role}, with the same password and authenticator app as before.`}
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ id: person.id, reason }, { onSuccess: done })}
    />
  )
}

export function ResetDialog({
  person,
  onClose,
}: {
  readonly person: OperatorPerson
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeReset')
  return (
    <ProposalDialog
      title={`Reset access for ${person.email}`}
      text="For an operator who has lost their password or authenticator app. Once another admin approves, their password and authenticator codes stop working, all sessions end, passkeys and the linked account are removed, and a link to set up access again is emailed to this address only."
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
  const shut = useOpsMutation('opsDisableOperator')
  const end = useOpsMutation('opsEndSessions')
  const act = disable ? shut : end
  const issue = issuesOf(act.error, refusedWords)
  const done = () => {
    toast(disable ? `${person.email} is disabled.` : `All sessions of ${person.email} have ended.`, 'good')
    onClose()
  }
  const send = (reason: string) => {
    const request = { id: person.id, reason }
    if (disable) shut.mutate(request, { onSuccess: done })
    else end.mutate(request, { onSuccess: done })
  }
  const problem = issue('id')
  return (
    <NotedDialog
      title={disable ? `Disable ${person.email}` : `End the sessions of ${person.email}`}
      text={
        disable
          ? 'They are signed out immediately and cannot sign in until two people re-enable them. Their actions stay in the audit log.'
          : 'They are signed out immediately and can sign in again.'
      }
      act={disable ? 'Disable now' : 'End sessions now'}
      danger
      error={act.error}
      busy={act.isPending}
      noteLabel="Reason"
      fieldErrors={[problem]}
      onClose={onClose}
      onSend={send}
    >
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
    </NotedDialog>
  )
}

/** Sends the link again, to the invited address only. */
export function MailDialog({
  invitation,
  onClose,
}: {
  readonly invitation: OperatorInvitation
  readonly onClose: () => void
}) {
  const mail = useOpsMutation('opsMailInvitation')
  const done = ({ mailed }: { readonly mailed: boolean }) => {
    if (mailed) toast(`A new link is on its way to ${invitation.email}.`, 'good')
    else toast('The mail server did not accept it. It will be retried every minute.', 'bad')
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Invitation for ${invitation.email}`}
      footer={
        <Button busy={mail.isPending} onClick={() => mail.mutate({ id: invitation.id }, { onSuccess: done })}>
          Send a new link
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-14 text-ink-2">
          The link is sent only to this address and is never shown here: anyone who has it can become the
          operator. A new link replaces the previous one.
        </p>
        {mail.error !== null && <Banner tone="bad">{sentenceOf(mail.error)}</Banner>}
      </div>
    </Dialog>
  )
}
