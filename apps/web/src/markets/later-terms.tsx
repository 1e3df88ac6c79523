import type { MarketInfo } from '@candor/contract'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Link } from 'wouter'
import { useWords } from '../session/language/language.ts'
import { changedTerms } from './changed-terms.ts'

/** Announcements about this market, next to the order ticket: other terms for new orders (trust T18), or the end of its offer. */
export default function LaterTerms({ info }: { readonly info: MarketInfo }) {
  const { t, tag } = useWords()
  return (
    <>
      {info.closeOnlyFrom !== null && (
        <p className="text-12 text-ink-2">
          {t('markets.closeOnlyFrom', { at: formatMinute(info.closeOnlyFrom, tag) })}
        </p>
      )}
      <NewTerms info={info} />
    </>
  )
}

function NewTerms({ info }: { readonly info: MarketInfo }) {
  const { t, tag } = useWords()
  if (info.later === null) return null
  const at = formatMinute(info.later.from, tag)
  const changes = changedTerms(info, info.later.terms, t, tag)
  return (
    <p className="text-12 text-ink-2" data-later-terms="">
      {t('fees.later', { at, changes: new Intl.ListFormat(tag).format(changes) })}{' '}
      <Link href="/help/fees" className="text-accent">
        {t('fees.all')}
      </Link>
    </p>
  )
}
