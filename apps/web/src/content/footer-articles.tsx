import type { ContentType } from '@candor/contract'
import { Link } from 'wouter'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { addressOf } from './address-of.ts'
import { writtenIn } from './written-in.ts'

interface FooterArticlesProps {
  readonly type: ContentType
  readonly linkClass: string
  /** Shown where the list below the heading is empty. */
  readonly none?: string
}

/** The pages of a type in the footer's list; what did not arrive is left out, the list's own links stay. */
export default function FooterArticles({ type, linkClass, none }: FooterArticlesProps) {
  const { language } = useWords()
  const { data } = useApiQuery('listContents', { language, type }, { staleMs: 600_000 })
  const pages = data?.filter(({ section }) => section === 'page')
  if (pages?.length === 0 && none !== undefined) return <li className="py-1.5 text-14 text-ink-3">{none}</li>
  return pages?.map((article) => (
    <li key={article.id}>
      <Link href={addressOf(article)} {...writtenIn(article.language)} className={linkClass}>
        {article.title}
      </Link>
    </li>
  ))
}
