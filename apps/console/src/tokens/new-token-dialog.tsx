import { type ServiceScope, serviceScopes } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { useState } from 'react'
import { MomentField, momentInput, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { CallFailure, issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { TextField } from '../shell/text-field.tsx'
import { ScopesField } from './scopes-field.tsx'
import { issueWords, networksIn } from './token-words.ts'

const threeMonths = 90 * dayMs

/** Proposes a token for another system. */
export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const propose = useOpsMutation('opsProposeServiceToken')
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<ServiceScope>>(new Set())
  const [networks, setNetworks] = useState('')
  const [until, setUntil] = useState(() => momentInput(Date.now() + threeMonths))
  const issue = issuesOf(propose.error, issueWords)
  const networksIssue = isAboutNetworks(propose.error)
    ? 'Enter addresses or networks such as 203.0.113.7 or 10.0.0.0/8, at most 20.'
    : null
  const noScope = issuesOf(propose.error, { too_small: 'Choose at least one scope.' })('scopes')
  const send = (reason: string, done: (proposal: { readonly id: string }) => void) =>
    propose.mutate(
      {
        name,
        scopes: serviceScopes.filter((scope) => scopes.has(scope)),
        networks: networksIn(networks),
        expiresAt: new Date(until).toISOString(),
        reason,
      },
      { onSuccess: done },
    )
  return (
    <ProposalDialog
      title="New service token"
      text="Another system of yours calls the operators’ API with it. A second person approves it under Four eyes. Then you make its secret on this page; it is shown once, to you alone."
      disabled={until === ''}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('name'), noScope, networksIssue, issue('expiresAt')]}
      onClose={onClose}
      onPropose={send}
    >
      <TextField label="System" maxLength={60} value={name} onValue={setName} error={issue('name')} />
      <ScopesField chosen={scopes} onChosen={setScopes} error={noScope} />
      <TextField
        label="Accepted from"
        hint="Addresses or networks, separated by commas. Empty: any address."
        required={false}
        maxLength={1000}
        value={networks}
        onValue={setNetworks}
        error={networksIssue}
      />
      <MomentField label="Valid until" at={until} onAt={setUntil} error={issue('expiresAt')} />
    </ProposalDialog>
  )
}

/** One of the networks was refused, or there are too many. */
function isAboutNetworks(error: unknown): boolean {
  const details = error instanceof CallFailure ? error.details : null
  const { issues = [] } = (details ?? {}) as { readonly issues?: readonly { readonly path: string }[] }
  return issues.some(({ path }) => path.startsWith('networks'))
}
