import * as refusals from '@candor/refusals/codes.ts'
import { ArticleBody } from '@candor/ui/article-body.tsx'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { FileQuestion } from 'lucide-react'
import { Link } from 'wouter'
import type { CallResult } from '../session/calls/call-server.ts'
import { CallFailure, failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT, useWords } from '../session/language/language.ts'
import { useHashQuery } from '../shell/hash-location.ts'
import { EnglishNote } from './content-lists.tsx'
import { writtenIn } from './written-in.ts'

/** One article, named by `id`; `title` in the address is shown until the text has loaded. */
export default function ArticlePage() {
  const t = useT()
  const query = new URLSearchParams(useHashQuery())
  const id = query.get('id') ?? ''
  const article = useApiQuery('getContentsById', { id }, { enabled: id !== '', staleMs: 60_000 })
  if (article.data !== undefined) return <Sheet article={article.data} />
  if (id === '' || (article.error instanceof CallFailure && article.error.code === refusals.notFound))
    return <NoArticle />
  return (
    <div className={sheetClass}>
      {article.isError ? (
        <ErrorState
          title={t('shell.loadFailed')}
          text={failureText(t, article.error)}
          onRetry={() => void article.refetch()}
        />
      ) : (
        <SkeletonLines count={12} />
      )}
    </div>
  )
}

const sheetClass = 'mx-auto w-full max-w-[44rem] px-4 py-8 md:px-6 md:py-12'

function Sheet({ article }: { readonly article: CallResult<'getContentsById'> }) {
  const { t, tag } = useWords()
  const written = formatDay(article.writtenAt, tag)
  return (
    <article className={sheetClass}>
      <EnglishNote article={article} />
      <div {...writtenIn(article.language)}>
        <h1 className="font-semibold text-28">{article.title}</h1>
        {article.image !== null && <img src={article.image} alt="" className="mt-6 w-full rounded-m" />}
        <ArticleBody html={article.body} />
      </div>
      <p className="mt-10 border-hairline border-t pt-4 text-12 text-ink-3">
        {t('content.version', { date: written, version: article.version })}
      </p>
    </article>
  )
}

function NoArticle() {
  const t = useT()
  return (
    <div className="flex min-h-[60vh] items-center">
      <EmptyState
        wholePage
        icon={<FileQuestion aria-hidden />}
        title={t('content.noArticle.title')}
        text={t('content.noArticle.text')}
        action={
          <Link href="/help" className={buttonClass('secondary')}>
            {t('shell.page.help')}
          </Link>
        }
      />
    </div>
  )
}
