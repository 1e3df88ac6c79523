import { type MonitoringRuleVersion, monitoringTestDays } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf, sentenceOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { PageHead } from '../shell/page-head.tsx'
import { draftOf, emptyDraft, type RuleDraft, ruleOf, wireNames } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import { RuleVersions } from './rule-versions.tsx'
import { refusedWords, textWords } from './rule-words.ts'
import { TestResults } from './test-results.tsx'
import { useRuleTest } from './use-rule-test.ts'

/** One rule: edited as a draft, tested on past transactions, and proposed; and the versions it had. */
export function RuleView({ version }: { readonly version: MonitoringRuleVersion | null }) {
  const { role } = useMe()
  return (
    <div className="p-6">
      <p className="mb-2 text-14">
        <Link href="/monitoring-rules">All monitoring rules</Link>
      </p>
      <PageHead
        title={version?.rule.name ?? 'New monitoring rule'}
        text={version?.condition ?? 'Test it on past transactions before you propose it.'}
      />
      <div className="flex flex-col gap-4">
        {role !== 'reviewer' && <Editor version={version} />}
        {version !== null && <RuleVersions id={version.id} />}
      </div>
    </div>
  )
}

function Editor({ version }: { readonly version: MonitoringRuleVersion | null }) {
  const [draft, setDraft] = useState<RuleDraft>(() => (version === null ? emptyDraft : draftOf(version.rule)))
  const [proposes, setProposes] = useState(false)
  const propose = useOpsMutation('opsProposeMonitoringRule')
  const test = useRuleTest()
  const error = test.error ?? propose.error
  const issue = issueOf(error)
  const isAtField = fieldsOf(draft).some((field) => issue(field) !== null)
  const id = version?.id
  const change = (changed: RuleDraft) => {
    setDraft(changed)
    propose.reset()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] xl:items-start">
      <Card>
        <form
          id="rule"
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            setProposes(true)
          }}
        >
          <RuleFields draft={draft} isNew={version === null} onDraft={change} issue={issue} />
          {error !== null && !isAtField && <Banner tone="bad">{sentenceOf(error)}</Banner>}
          <Button type="submit" className="self-start">
            Propose …
          </Button>
        </form>
      </Card>
      <TestCard
        test={test}
        onRun={(days) => {
          propose.reset()
          void test.start({ rule: ruleOf(draft), id, days })
        }}
      />
      {proposes && (
        <ProposalDialog
          title={version === null ? 'New monitoring rule' : `Change ${version.rule.name}`}
          text="It takes effect once a second person approves it, for what is requested from then on. It marks cases for the reviewer; nothing is refused, and customers are not told."
          error={null}
          busy={propose.isPending}
          onClose={() => setProposes(false)}
          onPropose={(reason, done) =>
            propose.mutate(
              { rule: ruleOf(draft), reason, ...(id === undefined ? {} : { id }) },
              // What was refused is shown at the fields of the rule.
              { onSuccess: done, onError: () => setProposes(false) },
            )
          }
        />
      )}
    </div>
  )
}

const texts = ['name', 'guidance']

/** Returns the refusal of each of the rule's fields. */
const issueOf = (error: unknown) => (field: string) =>
  issuesOf(error, texts.includes(field) ? textWords : refusedWords)(`rule.${field}`)

const fieldsOf = ({ kind }: RuleDraft): readonly string[] => [
  ...['name', 'kind', 'severity', 'guidance', 'appliesTo', 'asset', 'measure', 'atLeast'],
  ...Object.values(wireNames[kind]),
]

function TestCard({
  test: { run, stop },
  onRun,
}: {
  readonly test: ReturnType<typeof useRuleTest>
  readonly onRun: (days: number) => void
}) {
  const [days, setDays] = useState('30')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onRun(Number(days))
  }
  return (
    <Card>
      <SectionHead title="Test on past transactions" />
      <p className="mt-1 mb-3 max-w-line text-14 text-ink-2">
        Shows what the draft would have hit, with what was known when each deposit or withdrawal was
        requested. Nothing is stored; that you looked is recorded in the audit log.
      </p>
      <form onSubmit={submit} className="mb-4 flex flex-wrap items-center gap-3">
        <SegmentedControl
          label="Days"
          choices={monitoringTestDays.map((one) => ({ value: String(one), label: `${one} days` }))}
          value={days}
          onChange={setDays}
        />
        <Button type="submit" variant="secondary" busy={run?.state === 'running'}>
          Run test
        </Button>
      </form>
      {run === null ? (
        <p className="text-14 text-ink-3">Not tested yet.</p>
      ) : (
        <TestResults run={run} onStop={stop} />
      )}
    </Card>
  )
}
