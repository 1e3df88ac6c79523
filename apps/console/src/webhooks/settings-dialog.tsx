import {
  chosenEventTypes,
  type WebhookEndpoint,
  type WebhookEventType,
  type WebhookSecret,
  type WebhookSignature,
} from '@candor/contract'
import { useState } from 'react'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { TextField } from '../shell/text-field.tsx'
import { TypesField } from './types-field.tsx'
import { emptyWords, issueWords } from './webhook-words.ts'

const signatures: readonly { readonly value: WebhookSignature; readonly label: string }[] = [
  { value: 'v1', label: 'Shared secret (v1, HMAC-SHA256)' },
  { value: 'v1a', label: 'Published key (v1a, Ed25519)' },
]
const fields = ['name', 'url', 'types'] as const

/** Adds an endpoint, or changes one. The secret of a new one is handed to `onAdded`: it is never shown again. */
export function SettingsDialog({
  endpoint,
  onAdded,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint | null
  readonly onAdded?: (secret: WebhookSecret) => void
  readonly onClose: () => void
}) {
  const add = useOpsMutation('opsAddWebhook')
  const change = useOpsMutation('opsChangeWebhook')
  const [name, setName] = useState(endpoint?.name ?? '')
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [signature, setSignature] = useState<WebhookSignature>(endpoint?.signature ?? 'v1')
  const [types, setTypes] = useState<ReadonlySet<WebhookEventType>>(
    () => new Set(endpoint?.types ?? chosenEventTypes),
  )
  const error = endpoint === null ? add.error : change.error
  const issue = (field: keyof typeof emptyWords) =>
    issuesOf(error, { ...issueWords, too_small: emptyWords[field] })(field)
  const submit = () => {
    const settings = { name, url, types: [...types] as WebhookEndpoint['types'] }
    if (endpoint === null)
      add.mutate({ ...settings, signature }, { onSuccess: (secret) => onAdded?.(secret) })
    else change.mutate({ id: endpoint.id, ...settings }, { onSuccess: closeWith('Webhook changed', onClose) })
  }
  return (
    <FormDialog
      title={endpoint === null ? 'New webhook' : `Webhook: ${endpoint.name}`}
      act={endpoint === null ? 'Add webhook' : 'Save changes'}
      busy={add.isPending || change.isPending}
      error={fields.some((field) => issue(field) !== null) ? null : error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" maxLength={60} value={name} onValue={setName} error={issue('name')} />
      <TextField
        label="URL"
        hint="An https address. Avoid addresses that contain a key: the audit log keeps them, and every message is signed."
        inputMode="url"
        maxLength={2000}
        value={url}
        onValue={setUrl}
        error={issue('url')}
      />
      {endpoint === null && (
        <SelectField
          label="Signature"
          hint="With a published key the receiver holds no secret. Choose it where you do not run the receiver yourself."
          options={signatures}
          value={signature}
          onChange={setSignature}
        />
      )}
      <TypesField chosen={types} onChosen={setTypes} error={issue('types')} />
    </FormDialog>
  )
}
