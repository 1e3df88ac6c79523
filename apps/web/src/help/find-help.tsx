import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { addressOf } from '../content/address-of.ts'
import { writtenIn } from '../content/written-in.ts'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'

/** Search results from help, pages and notices. */
export function FindHelp({ question }: { readonly question: string }) {
  const t = useT()
  const found = useApiQuery('searchContents', { q: question }, { staleMs: 60_000 })
  if (found.isError)
    return (
      <ErrorState
        title={t('shell.loadFailed')}
        text={failureText(t, found.error)}
        onRetry={() => void found.refetch()}
      />
    )
  if (found.data === undefined) return <SkeletonLines count={5} />
  if (found.data.length === 0)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('help.search.none')}
        text={t('help.search.none.text')}
      />
    )
  return (
    <ul className="divide-y divide-hairline overflow-hidden rounded-m border border-hairline bg-surface">
      {found.data.map((article) => (
        <li key={article.id}>
          <Link
            href={addressOf(article)}
            {...writtenIn(article.language)}
            className="block px-5 py-4 text-ink no-underline hover:bg-sunken/60 focus-visible:outline-offset-[-2px]"
          >
            <span className="block font-medium text-16">{article.title}</span>
            <span className="mt-0.5 block text-14 text-ink-2">{article.excerpt}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
