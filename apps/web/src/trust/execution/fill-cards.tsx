import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'
import { basisPoints, shortTime } from './in-words.ts'

type Document = CallResult<'execution'>['report']['document']
type Figures = Document['total']['calls']
type Market = Document['markets'][number]

/** Fills of all markets by their cause, each with its slippage for and against customers. */
export function CausesCard({ total: { calls, levels, forced } }: Pick<Document, 'total'>) {
  const { t, tag } = useWords()
  const count = new Intl.NumberFormat(tag)
  return (
    <Card>
      <SectionHead title={t('execution.slippage')} text={t('execution.slippage.text')} className="mb-3" />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <CauseFigures name={t('execution.calls')} text={t('execution.calls.text')} figures={calls} />
        <CauseFigures name={t('execution.levels')} text={t('execution.levels.text')} figures={levels} />
      </div>
      <div className="mt-4 flex items-baseline justify-between gap-4 border-hairline border-t pt-3">
        <div className="min-w-0">
          <h3 className="font-medium text-14 text-ink">{t('execution.forced')}</h3>
          <p className="text-12 text-ink-3">{t('execution.forced.text')}</p>
        </div>
        <p className="figures text-14 text-ink">{count.format(forced)}</p>
      </div>
    </Card>
  )
}

function CauseFigures({
  name,
  text,
  figures: { fills, favourable, adverse, unchanged, slippage, waitMs },
}: {
  readonly name: ReactNode
  readonly text: ReactNode
  readonly figures: Figures
}) {
  const { t, tag } = useWords()
  const count = new Intl.NumberFormat(tag)
  return (
    <section className="min-w-0">
      <h3 className="font-medium text-14 text-ink">{name}</h3>
      <p className="text-12 text-ink-3">{text}</p>
      <DetailList className="mt-1">
        <Detail name={t('execution.fills')} strong>
          {count.format(fills)}
        </Detail>
        <Detail name={t('execution.favourable')}>{count.format(favourable.count)}</Detail>
        <Detail name={t('execution.adverse')}>{count.format(adverse.count)}</Detail>
        <Detail name={t('execution.unchanged')}>{count.format(unchanged)}</Detail>
        <Detail name={t('execution.median')}>
          {slippage === null ? '—' : <Bidi>{basisPoints(slippage.p50, tag)}</Bidi>}
        </Detail>
        <Detail name={t('execution.most')}>
          {slippage === null
            ? '—'
            : t('execution.between', {
                from: isolated(basisPoints(slippage.p5, tag)),
                to: isolated(basisPoints(slippage.p95, tag)),
              })}
        </Detail>
        <Detail name={t('execution.wait')}>{waitMs === null ? '—' : shortTime(waitMs.p50, tag)}</Detail>
        <Detail name={t('execution.waitMost')}>{waitMs === null ? '—' : shortTime(waitMs.p95, tag)}</Detail>
      </DetailList>
    </section>
  )
}

/** Keeps sign, number and unit in their order in a text from right to left. */
const isolated = (text: string): string => `\u2066${text}\u2069`
const Bidi = ({ children }: { readonly children: string }) => <bdi dir="ltr">{children}</bdi>

/** Fills on request and at levels of each market. */
export function MarketsCard({ markets }: Pick<Document, 'markets'>) {
  const { t, tag } = useWords()
  const count = new Intl.NumberFormat(tag)
  const both = ({ calls, levels }: Market, side: 'favourable' | 'adverse') =>
    count.format(calls[side].count + levels[side].count)
  const same = ({ calls, levels }: Market) => count.format(calls.unchanged + levels.unchanged)
  const median = ({ calls }: Market) =>
    calls.slippage === null ? '—' : <Bidi>{basisPoints(calls.slippage.p50, tag)}</Bidi>
  const wait = ({ calls }: Market) => (calls.waitMs === null ? '—' : shortTime(calls.waitMs.p95, tag))
  const columns: readonly Column<Market>[] = [
    { key: 'market', title: t('execution.market'), cell: ({ code }) => <strong>{code}</strong> },
    { key: 'fills', title: t('execution.fills'), cell: ({ fills }) => count.format(fills), end: true },
    {
      key: 'favourable',
      title: t('execution.favourable'),
      cell: (one) => both(one, 'favourable'),
      end: true,
    },
    { key: 'adverse', title: t('execution.adverse'), cell: (one) => both(one, 'adverse'), end: true },
    { key: 'unchanged', title: t('execution.unchanged'), cell: same, end: true },
    { key: 'median', title: t('execution.median'), cell: median, end: true },
    { key: 'wait', title: t('execution.waitMost'), cell: wait, end: true },
  ]
  return (
    <Card flush>
      <SectionHead title={t('execution.markets')} className="px-4 pt-4 pb-2 md:px-5" />
      <Table
        label={t('execution.markets')}
        columns={columns}
        rows={markets}
        rowKey={({ code }) => code}
        card={(market) => (
          <CardLines
            title={market.code}
            value={count.format(market.fills)}
            detail={
              <>
                {t('execution.favourable')}: {both(market, 'favourable')} · {t('execution.adverse')}:{' '}
                {both(market, 'adverse')}
              </>
            }
            state={median(market)}
          />
        )}
      />
    </Card>
  )
}
