import type { Article, ContentSection } from '@candor/contract'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import type { ReactNode } from 'react'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'

interface SectionListProps {
  readonly section: Exclude<ContentSection, 'page'>
  readonly children: (articles: readonly Article[]) => ReactNode
}

/** The articles of a section as they arrive: while they are on their way, and when they do not come. */
export function SectionList({ section, children }: SectionListProps) {
  const { t, language } = useWords()
  const list = useApiQuery('listContents', { language, type: 3 }, { staleMs: 60_000 })
  if (list.data !== undefined) return children(list.data.filter((article) => article.section === section))
  if (!list.isError) return <SkeletonLines count={8} />
  return (
    <ErrorState
      title={t('shell.loadFailed')}
      text={failureText(t, list.error)}
      onRetry={() => void list.refetch()}
    />
  )
}

/** Notes that a text is shown in English because there is no version in the reader's language. */
export function EnglishNote({ article }: { readonly article: Pick<Article, 'language'> }) {
  const { t, language } = useWords()
  if (article.language === language) return null
  return <p className="mb-4 rounded-m bg-sunken px-4 py-3 text-14 text-ink-2">{t('content.inEnglish')}</p>
}
