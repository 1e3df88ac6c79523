import type { MonitoringRuleKind } from '@candor/contract'
import { SelectField } from '../shell/choices/select-field.tsx'
import { SwitchRow } from '../shell/choices/switch-row.tsx'
import { FigureField } from '../shell/figure-field.tsx'
import { TextAreaField, TextField } from '../shell/text-field.tsx'
import { type RuleDraft, wireNames } from './rule-draft.ts'
import { appliesToWords, kindHints, kindWords, severityWords } from './rule-words.ts'

interface RuleFieldsProps {
  readonly draft: RuleDraft
  /** The kind of a rule that there is stays. */
  readonly isNew: boolean
  readonly onDraft: (draft: RuleDraft) => void
  /** The refusal of a field of the rule, by its name on the wire. */
  readonly issue: (field: string) => string | null
}

const optionsOf = <T extends string>(words: Readonly<Record<T, string>>) =>
  (Object.keys(words) as T[]).map((value) => ({ value, label: words[value] }))

/** Fields of a rule: those that all have, and those of its kind. */
export function RuleFields(props: RuleFieldsProps) {
  const { draft, isNew, onDraft, issue } = props
  const set = (change: Partial<RuleDraft>) => onDraft({ ...draft, ...change })
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label="Name"
        maxLength={60}
        value={draft.name}
        onValue={(name) => set({ name })}
        error={issue('name')}
      />
      <SelectField
        label="Kind"
        hint={kindHints[draft.kind]}
        options={optionsOf(kindWords)}
        value={draft.kind}
        disabled={!isNew}
        onChange={(kind: MonitoringRuleKind) => set({ kind })}
        error={issue('kind')}
      />
      <ConditionFields {...props} />
      <SelectField
        label="Severity"
        hint="Reviewers see hits of a high severity first."
        options={optionsOf(severityWords)}
        value={draft.severity}
        onChange={(severity) => set({ severity })}
        error={issue('severity')}
      />
      <TextAreaField
        label="Guidance for the reviewer"
        hint="Why it matters, and what to check. Customers do not see it."
        rows={3}
        minLength={3}
        maxLength={500}
        value={draft.guidance}
        onValue={(guidance) => set({ guidance })}
        error={issue('guidance')}
      />
      <SwitchRow
        label="On"
        note={draft.on ? 'Applied to what is requested from then on.' : 'Applied to nothing.'}
        checked={draft.on}
        onChange={(on) => set({ on })}
      />
    </div>
  )
}

function ConditionFields(props: RuleFieldsProps) {
  const { draft, onDraft, issue } = props
  const { kind } = draft
  const set = (change: Partial<RuleDraft>) => onDraft({ ...draft, ...change })
  return (
    <>
      {(kind === 'amount' || kind === 'velocity') && (
        <SelectField
          label="Applies to"
          options={optionsOf(appliesToWords)}
          value={draft.appliesTo}
          onChange={(appliesTo) => set({ appliesTo })}
          error={issue('appliesTo')}
        />
      )}
      {kind === 'amount' && (
        <SelectField
          label="Currency"
          hint="USDT compares the worth of every coin. Another one only compares transactions in it."
          options={optionsOf({ USDT: 'USDT', BTC: 'BTC', ETH: 'ETH' })}
          value={draft.asset}
          onChange={(asset) => set({ asset })}
          error={issue('asset')}
        />
      )}
      {kind === 'velocity' && (
        <SelectField
          label="Measure"
          options={optionsOf({ count: 'Number of transactions', sum: 'Their sum in USDT' })}
          value={draft.measure}
          onChange={(measure) => set({ measure })}
          error={issue('measure')}
        />
      )}
      <WindowFields {...props} />
      <FigureField
        label={leastLabel(draft)}
        value={draft.atLeast}
        onValue={(atLeast) => set({ atLeast })}
        error={issue('atLeast')}
      />
    </>
  )
}

/** Fields of the counted stretch and of shares. */
function WindowFields({ draft, onDraft, issue }: RuleFieldsProps) {
  const { kind } = draft
  const set = (change: Partial<RuleDraft>) => onDraft({ ...draft, ...change })
  const names = wireNames[kind]
  return (
    <>
      {names.hours !== undefined && (
        <FigureField
          label={kind === 'newDestination' ? 'Destination younger than, hours' : 'Within, hours'}
          hint="At most 2,160, which is 90 days."
          value={draft.hours}
          onValue={(hours) => set({ hours })}
          error={issue(names.hours)}
        />
      )}
      {names.days !== undefined && (
        <FigureField
          label="Within, days"
          hint="At most 90."
          value={draft.days}
          onValue={(days) => set({ days })}
          error={issue(names.days)}
        />
      )}
      {names.percent !== undefined && (
        <FigureField
          label={kind === 'roundTrip' ? 'Goes out again at least, %' : 'Traded less than, %'}
          hint="Of what was paid in within these days."
          value={draft.percent}
          onValue={(percent) => set({ percent })}
          error={issue(names.percent)}
        />
      )}
    </>
  )
}

function leastLabel({ kind, asset, measure }: RuleDraft): string {
  if (kind === 'amount') return `At least, ${asset}`
  if (kind === 'velocity') return measure === 'count' ? 'At least, transactions' : 'At least, USDT'
  return kind === 'roundTrip' ? 'Paid in at least, USDT' : 'Withdrawal of at least, USDT'
}
