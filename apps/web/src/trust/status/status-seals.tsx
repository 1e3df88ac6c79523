import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { formatDay, formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'
import { CommandLine } from '../command-line.tsx'
import { shortSpan } from '../limits/span-words.ts'

type Status = CallResult<'status'>
const headsAddress = '/.well-known/candor-heads.json'

/** The latest seals: the head over log, ledger and prices, the proof of liabilities and the execution report (trust T14, T15, T23). */
export function SealsCard({
  head,
  liabilities,
  execution,
}: Pick<Status, 'head' | 'liabilities' | 'execution'>) {
  const { t, tag } = useWords()
  return (
    <Card>
      <SectionHead title={t('status.seals')} text={t('status.seals.text')} className="mb-2" />
      <DetailList>
        <Detail name={t('status.seals.head')}>
          {head === null
            ? t('status.seals.none')
            : t('status.seals.number', { number: head.number, time: formatMinute(head.at, tag) })}
        </Detail>
      </DetailList>
      {head !== null && (
        <div className="flex items-start justify-between gap-3 border-hairline border-t py-2">
          <span
            className="figures min-w-0 whitespace-normal! text-12 text-ink-3 [overflow-wrap:anywhere]"
            dir="ltr"
          >
            {head.hash}
          </span>
          <CopyButton value={head.hash} className="-my-1.5 shrink-0" />
        </div>
      )}
      <DetailList className="border-hairline border-t">
        <Detail name={t('status.seals.liabilities')}>
          {liabilities === null ? (
            t('status.seals.none')
          ) : (
            <Link href="/liabilities" className="text-accent underline underline-offset-4">
              {formatDay(`${liabilities.date}T00:00:00Z`, tag, 'UTC')}
            </Link>
          )}
        </Detail>
        <Detail name={t('status.seals.execution')}>
          <Link href="/execution" className="text-accent underline underline-offset-4">
            {execution === null
              ? t('status.seals.none')
              : formatDay(`${execution.date}T00:00:00Z`, tag, 'UTC')}
          </Link>
        </Detail>
      </DetailList>
      <p className="mt-3 text-14 text-ink-2">
        {t('status.seals.check')}{' '}
        <a
          href={headsAddress}
          download="candor-heads.json"
          className="text-accent underline underline-offset-4"
        >
          {t('status.seals.download')}
        </a>
      </p>
      <CommandLine command="npm run candor -- verify-audit --heads candor-heads.json" />
    </Card>
  )
}

/** Start time of this process. */
export function ProcessCard({ startedAt, at }: Pick<Status, 'startedAt' | 'at'>) {
  const { t, tag } = useWords()
  return (
    <Card>
      <DetailList>
        <Detail name={t('status.process')}>
          {shortSpan(Math.max(0, Date.parse(at) - Date.parse(startedAt)), tag)}
        </Detail>
      </DetailList>
    </Card>
  )
}
