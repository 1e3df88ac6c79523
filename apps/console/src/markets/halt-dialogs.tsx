import type { HaltReason, ListedMarket } from '@candor/contract'
import { haltReasons } from '@candor/contract/markets/markets.ts'
import { Banner } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { NotedDialog } from '../proposals/proposal-dialog.tsx'
import type { OpsResult } from '../session/call-ops.ts'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith } from '../shell/form-dialog.tsx'
import { groupsToHalt, type MarketGroup } from './halt-groups.ts'
import { haltWords } from './halt-words.ts'
import { marketOption } from './market-field.tsx'

const refusedWords: Readonly<Record<string, string>> = {
  'action-due':
    'A split or dividend of this market is due and not carried out yet. It is tried again every minute; trading can resume once it is carried out or cancelled.',
}

/** Halts a market, a class of them or all: at once, because waiting for a second person would cost customers money. */
export function HaltDialog({
  markets,
  first = '',
  onClose,
}: {
  readonly markets: readonly ListedMarket[]
  /** Code of the market that is chosen at first. */
  readonly first?: string
  readonly onClose: () => void
}) {
  const halt = useOpsMutation('opsHaltMarkets')
  const [chosen, setChosen] = useState(first)
  const [reason, setReason] = useState<HaltReason>('news')
  const groups = groupsToHalt(markets)
  const codes = groups.find(({ value }) => value === chosen)?.codes ?? (chosen === '' ? [] : [chosen])
  const send = (note: string) =>
    halt.mutate(
      { codes: [...codes], reason, note },
      { onSuccess: ({ halted }) => closeWith(`${named(halted)} halted.`, onClose)() },
    )
  return (
    <NotedDialog
      title="Halt trading"
      text="Nothing opens, closes or triggers there until it is resumed. Prices continue. Every customer with something open in a halted market is notified."
      act={codes.length === 0 ? 'Halt now' : `Halt ${named(codes)} now`}
      danger
      disabled={codes.length === 0}
      error={halt.error}
      busy={halt.isPending}
      onClose={onClose}
      onSend={send}
    >
      <SelectField
        searchable
        label="Market"
        placeholder="Choose a market, a class or all"
        options={[...groups, ...markets.filter(({ halted }) => halted === null).map(marketOption)]}
        value={chosen}
        onChange={setChosen}
      />
      <SelectField
        label="Message to customers"
        hint="Shown in their own language."
        options={haltReasons.map((value) => ({ value, label: haltWords[value] }))}
        value={reason}
        onChange={setReason}
      />
    </NotedDialog>
  )
}

const named = (codes: readonly string[]): string =>
  codes.length === 1 ? (codes[0] ?? '') : `${codes.length} markets`

/** Resumes the markets that were halted together, or all. */
export function ResumeManyDialog({
  groups,
  onClose,
}: {
  readonly groups: readonly MarketGroup[]
  readonly onClose: () => void
}) {
  const resume = useOpsMutation('opsResumeMarkets')
  const [chosen, setChosen] = useState(groups[0]?.value ?? '')
  const codes = groups.find(({ value }) => value === chosen)?.codes ?? []
  const report = ({ resumed, due }: OpsResult<'opsResumeMarkets'>) => {
    toast(`${named(resumed)} resumed.`, 'good')
    if (due.length > 0) toast(`Still halted, because a split or dividend is due: ${due.join(', ')}.`, 'bad')
    onClose()
  }
  return (
    <NotedDialog
      title="Resume trading"
      text="Pending orders and triggers fire at the next price. Check the prices before you resume trading."
      act={`Resume ${named(codes)}`}
      disabled={codes.length === 0}
      error={resume.error}
      busy={resume.isPending}
      onClose={onClose}
      onSend={(note) => resume.mutate({ codes: [...codes], note }, { onSuccess: report })}
    >
      <SelectField label="Markets" options={[...groups]} value={chosen} onChange={setChosen} />
      <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">{codes.join(', ')}</p>
    </NotedDialog>
  )
}

export function ResumeDialog({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const resume = useOpsMutation('opsResumeMarket')
  const done = closeWith(`${code} resumed.`, onClose)
  const issue = issuesOf(resume.error, refusedWords)('code')
  return (
    <NotedDialog
      title={`Resume ${code}`}
      text="Pending orders and triggers fire at the next price. Check the price before you resume trading."
      act="Resume trading"
      error={resume.error}
      fieldErrors={[issue]}
      busy={resume.isPending}
      onClose={onClose}
      onSend={(note) => resume.mutate({ code, note }, { onSuccess: done })}
    >
      {issue !== null && <Banner tone="bad">{issue}</Banner>}
    </NotedDialog>
  )
}
