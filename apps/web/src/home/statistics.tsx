import { Skeleton } from '@candor/ui/feedback.tsx'
import { Count } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import type { CallResult } from '../session/calls/call-server.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'

type Figures = CallResult<'statistics'>
const names = ['marketsListed', 'registeredUsers', 'volume24h'] as const satisfies (keyof Figures)[]

const row = 'grid-cols-3 divide-x max-sm:grid-cols-1 max-sm:divide-x-0 max-sm:divide-y'
/** One below the other where the window is wide enough to show them next to the headline. */
const column = `${row} xl:grid-cols-1 xl:divide-x-0 xl:divide-y`

/** The installation's figures, each marked as measured or stated, with its time, or as a sandbox's sample (trust T16). */
export function Statistics({ aside = false }: { readonly aside?: boolean }) {
  const { t, tag } = useWords()
  const { data } = useApiQuery('statistics', {}, { staleMs: 60_000 })
  return (
    <section aria-label={t('home.statistics.title')}>
      <dl
        className={`grid divide-hairline rounded-m border border-hairline bg-surface ${aside ? column : row}`}
      >
        {names.map((name) => (
          <div key={name} className="flex flex-col-reverse justify-end px-5 py-4 max-sm:py-3">
            <dd className="text-12 text-ink-3">
              {data === undefined ? (
                <Skeleton className="mt-1 h-3 w-28" />
              ) : (
                <a href="#/status" className="text-ink-3 underline-offset-4 hover:text-ink">
                  {t(`home.statistics.${data[name].basis}`, { at: formatMinute(data[name].asOf, tag) })}
                </a>
              )}
            </dd>
            <dd className="my-0.5 font-semibold text-28 text-ink">
              {data === undefined ? (
                <Skeleton className="h-8 w-24" />
              ) : (
                <>
                  <Count count={data[name].value} atLeast={data[name].atLeast} />
                  {name === 'volume24h' && (
                    <span className="ms-1.5 font-medium text-14 text-ink-3">USDT</span>
                  )}
                </>
              )}
            </dd>
            <dt className="text-14 text-ink-2">{t(`home.statistics.${name}`)}</dt>
          </div>
        ))}
      </dl>
    </section>
  )
}
