import type { MarketInfo } from '@candor/contract'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Link } from 'wouter'
import { useWords } from '../session/language/language.ts'
import { changedTerms } from './changed-terms.ts'

/** Announced terms for new orders in this market (trust T18), shown next to the order ticket. */
export default function LaterTerms({ info }: { readonly info: MarketInfo }) {
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
