import type { FeedInHand, FeedKind, Language, OpsCalls, OpsInputOf } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { useState } from 'react'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { SwitchRow } from '../shell/choices/switch-row.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { TextField } from '../shell/text-field.tsx'
import { FeedPreviewBox } from './feed-preview.tsx'
import { feedIssueWords, feedKindNames } from './feed-words.ts'
import { languageNames, languageOrder } from './languages.ts'

const kinds = Object.entries(feedKindNames).map(([value, label]) => ({ value: value as FeedKind, label }))
const readers: readonly { readonly value: Language | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All readers' },
  ...languageOrder.map((value) => ({ value, label: languageNames[value] })),
]

type Settings = Omit<OpsInputOf<OpsCalls['opsAddFeed']>, 'everyMinutes'> & { readonly everyMinutes: string }

const empty: Settings = {
  ...{ kind: 'news', name: '', url: '', language: null, enabled: true },
  everyMinutes: '30',
}
const fields = ['name', 'url', 'everyMinutes'] as const

/** Adds a feed, or changes one; what it brings can be seen before it is saved. */
export function FeedDialog({
  feed,
  onClose,
}: {
  readonly feed: FeedInHand | null
  readonly onClose: () => void
}) {
  const add = useOpsMutation('opsAddFeed')
  const change = useOpsMutation('opsChangeFeed')
  const test = useOpsMutation('opsTestFeed')
  const [settings, setSettings] = useState<Settings>(() =>
    feed === null ? empty : { ...feed, everyMinutes: String(feed.everyMinutes) },
  )
  const set = (changed: Partial<Settings>) => {
    setSettings({ ...settings, ...changed })
    // What was fetched belongs to the former address.
    if ('url' in changed || 'kind' in changed) test.reset()
  }
  const error = feed === null ? add.error : change.error
  const issue = issuesOf(error, feedIssueWords)
  const { kind, ...others } = settings
  const submit = () => {
    const onSuccess = closeWith(feed === null ? 'Feed added' : 'Feed changed', onClose)
    if (feed === null) add.mutate({ kind, ...others }, { onSuccess })
    else change.mutate({ id: feed.id, ...others }, { onSuccess })
  }
  return (
    <FormDialog
      title={feed === null ? 'New feed' : `Feed: ${feed.name}`}
      act={feed === null ? 'Add feed' : 'Save changes'}
      busy={add.isPending || change.isPending}
      error={fields.some((field) => issue(field) !== null) ? null : error}
      onSubmit={submit}
      onClose={onClose}
    >
      {feed === null && (
        <SelectField label="Kind" options={kinds} value={kind} onChange={(value) => set({ kind: value })} />
      )}
      <AddressFields settings={settings} onSet={set} issue={issue} />
      <div className="flex flex-col items-start gap-3">
        <Button
          type="button"
          variant="secondary"
          busy={test.isPending}
          disabled={settings.url.trim() === ''}
          onClick={() => test.mutate({ kind, url: settings.url })}
        >
          Fetch now
        </Button>
        <FeedPreviewBox preview={test.data} error={test.error} kind={kind} />
      </div>
      <ReaderFields settings={settings} onSet={set} issue={issue} />
    </FormDialog>
  )
}

interface FieldsProps {
  readonly settings: Settings
  readonly onSet: (changed: Partial<Settings>) => void
  readonly issue: (field: string) => string | null
}

function AddressFields({ settings, onSet, issue }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        hint="Customers see it as the source."
        maxLength={60}
        value={settings.name}
        onValue={(name) => onSet({ name })}
        error={issue('name')}
      />
      <TextField
        label="URL"
        hint="A public http or https address. Avoid addresses that contain a key: the audit log keeps them."
        inputMode="url"
        maxLength={2000}
        value={settings.url}
        onValue={(url) => onSet({ url })}
        error={issue('url')}
      />
    </>
  )
}

function ReaderFields({ settings, onSet, issue }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Readers"
        hint="With a language, only its readers see the feed."
        options={readers}
        value={settings.language ?? 'all'}
        onChange={(value) => onSet({ language: value === 'all' ? null : value })}
      />
      <TextField
        label="Fetch every, in minutes"
        inputMode="numeric"
        maxLength={4}
        value={settings.everyMinutes}
        onValue={(everyMinutes) => onSet({ everyMinutes })}
        error={issue('everyMinutes')}
      />
      <SwitchRow
        label="Enabled"
        note="When off, the feed is not fetched and customers do not see it."
        checked={settings.enabled}
        onChange={(enabled) => onSet({ enabled })}
      />
    </>
  )
}
