import { codeText } from '@candor/texts/code-text.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'

type Refusal = CallResult<'execution'>['report']['document']['refusals'][number]

/** Adds up refusals of all markets and calls by their reason, the most frequent first. */
function byReason(refusals: readonly Refusal[]): readonly Refusal[] {
  const sums = new Map<string, Refusal>()
  for (const one of refusals)
    sums.set(one.reason, { ...one, count: one.count + (sums.get(one.reason)?.count ?? 0) })
  return [...sums.values()].sort((a, b) => b.count - a.count)
}

/** Requests that were refused, by reason. */
export function RefusalsCard({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const { t, tag } = useWords()
  const count = new Intl.NumberFormat(tag)
  // The catalogue's sentence to the customer says why, where its reason needs no further figures.
  const words = ({ response, reason }: Refusal) =>
    codeText(t, response, { reason: reason.split(':')[1] }) ?? reason
  return (
    <Card>
      <SectionHead title={t('execution.refusals')} text={t('execution.refusals.text')} className="mb-2" />
      {refusals.length === 0 && <p className="text-14 text-ink-2">{t('execution.refusals.none')}</p>}
      <DetailList>
        {byReason(refusals).map((one) => (
          <Detail key={one.reason} name={words(one)}>
            {count.format(one.count)}
          </Detail>
        ))}
      </DetailList>
    </Card>
  )
}
