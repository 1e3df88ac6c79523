import * as refusals from '@candor/refusals/codes.ts'
import { fewestCustomers, fewestFills } from '@candor/rules/trust/execution/report-days.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Scale } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import type { CallResult } from '../session/calls/call-server.ts'
import { downloadText } from '../session/calls/download.ts'
import { CallFailure, failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT, useWords } from '../session/language/language.ts'
import { CheckFiles } from './check-files.tsx'
import { CommandLine } from './command-line.tsx'
import { ConflictCard } from './execution/conflict-card.tsx'
import { CausesCard, MarketsCard } from './execution/fill-cards.tsx'
import { RefusalsCard } from './execution/refusals-card.tsx'
import { SignatureCard } from './signature-card.tsx'

const path = '/execution'
const newest = 'latest'
/** Codes of a day without a report, and of an address whose day is none. */
const noReport: readonly CallFailure['code'][] = [refusals.notFound, refusals.invalidInput]

/** Execution report of a day: fills of orders with real money and the operator's own interest, for anyone to compute again (trust T22, T23). */
export default function ExecutionPage() {
  const t = useT()
  const [, go] = useLocation()
  const date = new URLSearchParams(useSearch()).get('day') ?? newest
  const { data, error, isError, refetch } = useApiQuery('execution', { date }, { staleMs: 60_000 })
  // The choice of days stays where it is while another one loads, so that the keyboard keeps its place.
  const { data: ofNewest } = useApiQuery('execution', { date: newest }, { staleMs: 60_000 })
  const known = data ?? ofNewest
  const none = error instanceof CallFailure && noReport.includes(error.code)
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-5 px-4 py-6 md:px-6 md:py-10">
      <header className="max-w-line">
        <h1 className="font-semibold text-28 text-ink">{t('execution.title')}</h1>
        <p className="mt-1 text-14 text-ink-2">{t('execution.lead')}</p>
      </header>
      {known !== undefined && (
        <DayChoice
          dates={known.dates}
          days={data?.report.document.days ?? []}
          onChange={(day) => go(`${path}?day=${day}`)}
        />
      )}
      {none && <NoReport isNewest={date === newest} onNewest={() => go(path, { replace: true })} />}
      {isError && !none && (
        <ErrorState
          title={t('shell.loadFailed')}
          text={failureText(t, error)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <SkeletonLines count={9} />}
      {data !== undefined && (
        <>
          <CausesCard total={data.report.document.total} />
          <MarketsCard markets={data.report.document.markets} />
          <ConflictCard conflict={data.report.document.conflict} />
          <RefusalsCard refusals={data.report.document.refusals} />
          <SignatureCard receipt={data.report} />
          <HowItWorks report={data.report} />
        </>
      )}
    </div>
  )
}

function NoReport({ isNewest, onNewest }: { readonly isNewest: boolean; readonly onNewest: () => void }) {
  const t = useT()
  return (
    <Card>
      <EmptyState
        icon={<Scale aria-hidden />}
        title={t(isNewest ? 'execution.none' : 'execution.noDay')}
        text={t('execution.none.text', { customers: fewestCustomers, fills: fewestFills })}
        action={
          !isNewest && (
            <Button variant="secondary" onClick={onNewest}>
              {t('execution.newest')}
            </Button>
          )
        }
      />
    </Card>
  )
}

type Found = CallResult<'execution'>

/** Chooses among the days that have a report. `days` are those of the shown report: none while it loads, or where there is none. */
function DayChoice({
  dates,
  days,
  onChange,
}: {
  readonly dates: readonly string[]
  readonly days: readonly string[]
  readonly onChange: (date: string) => void
}) {
  const { t, tag } = useWords()
  const last = days.at(-1) ?? null
  const inWords = (day: string) => formatDay(`${day}T00:00:00Z`, tag, 'UTC')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-14 text-ink-2">
        {last !== null &&
          (days.length === 1
            ? inWords(last)
            : t('execution.together', { count: days.length, date: inWords(last) }))}
      </p>
      <div className="w-full md:w-60">
        <Select
          label={t('proof.day')}
          placeholder={t('proof.day')}
          options={dates.map((value) => ({ value, label: inWords(value) }))}
          value={last}
          onChange={onChange}
        />
      </div>
    </div>
  )
}

function HowItWorks({ report }: Pick<Found, 'report'>) {
  const t = useT()
  const { date } = report.document
  const save = () =>
    downloadText(`candor-execution-${date}.json`, `${JSON.stringify(report, null, 2)}\n`, 'application/json')
  const { origin } = globalThis.location
  return (
    <Card>
      <SectionHead title={t('execution.how')} />
      <p className="mt-2 max-w-line text-14 text-ink-2">{t('execution.how.text')}</p>
      <CommandLine
        command={`npm run candor -- recompute-execution --day ${date} --server ${origin} --keys candor-keys.json`}
      />
      <CheckFiles label={t('proof.download')} onSave={save} />
    </Card>
  )
}
