import * as refusals from '@candor/refusals/codes.ts'
import { Select } from '@candor/ui/controls/select.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatDay, formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '../session/calls/call-server.ts'
import { downloadText } from '../session/calls/download.ts'
import { CallFailure, failureText } from '../session/calls/failure.ts'
import { useT, useWords } from '../session/language/language.ts'
import { CheckFiles } from './check-files.tsx'
import { CommandLine } from './command-line.tsx'
import { OwedTable } from './liabilities/owed-table.tsx'
import { OwnPart } from './liabilities/own-part.tsx'
import { useLiabilities } from './liabilities/use-liabilities.ts'
import { SignatureCard } from './signature-card.tsx'

/** Liabilities to all customers on a day, the assets held against them, and the reader's own part, checked here (trust T15). */
export default function LiabilitiesPage() {
  const t = useT()
  const [date, setDate] = useState('latest')
  const found = useLiabilities(date)
  const { data, error, isError, refetch } = found.proof
  const none = error instanceof CallFailure && error.code === refusals.notFound
  return (
    <div className="mx-auto flex w-full max-w-[52rem] flex-col gap-5 px-4 py-6 md:px-6 md:py-10">
      <header className="max-w-line">
        <h1 className="font-semibold text-28 text-ink">{t('proof.title')}</h1>
        <p className="mt-1 text-14 text-ink-2">{t('proof.lead')}</p>
      </header>
      {none && (
        <Card>
          <EmptyState icon={<Landmark aria-hidden />} title={t('proof.none')} text={t('proof.none.text')} />
        </Card>
      )}
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
          <DayChoice liabilities={data} date={date} onChange={setDate} />
          <OwnPart {...found} />
          <OwedTable document={data.proof.document} />
          <SignatureCard receipt={data.proof} />
          <HowItWorks proof={data.proof} own={found.own.data ?? null} />
        </>
      )}
    </div>
  )
}

type Liabilities = CallResult<'liabilities'>

function DayChoice({
  liabilities: { proof, dates },
  date,
  onChange,
}: {
  readonly liabilities: Liabilities
  readonly date: string
  readonly onChange: (date: string) => void
}) {
  const { t, tag } = useWords()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-14 text-ink-2">{t('proof.asOf', { time: formatMinute(proof.document.at, tag) })}</p>
      <div className="w-full md:w-60">
        <Select
          label={t('proof.day')}
          options={dates.map((value) => ({ value, label: formatDay(`${value}T00:00:00Z`, tag, 'UTC') }))}
          value={date === 'latest' ? proof.document.date : date}
          onChange={onChange}
        />
      </div>
    </div>
  )
}

function HowItWorks({
  proof,
  own,
}: {
  readonly proof: Liabilities['proof']
  readonly own: CallResult<'liabilityLeaf'> | null
}) {
  const t = useT()
  const save = () =>
    downloadText(
      `candor-liabilities-${proof.document.date}.json`,
      `${JSON.stringify({ proof, leaves: own?.leaves ?? [] }, null, 2)}\n`,
      'application/json',
    )
  return (
    <Card>
      <SectionHead title={t('proof.how')} />
      <p className="mt-2 max-w-line text-14 text-ink-2">{t('proof.how.text')}</p>
      <p className="mt-2 max-w-line text-14 text-ink-2">{t('proof.how.scope')}</p>
      <CommandLine
        command={`npm run candor -- verify-liabilities candor-liabilities-${proof.document.date}.json --keys candor-keys.json`}
      />
      <CheckFiles label={t(own === null ? 'proof.download' : 'proof.download.own')} onSave={save} />
    </Card>
  )
}
