import type { ArticleInHand } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import { momentOf } from '../shell/moments.ts'

export const titleOf = ({ id, newest }: ArticleInHand): string =>
  newest.find(({ language }) => language === 'en')?.title ?? newest[0]?.title ?? id

export function ShownFrom({ article }: { readonly article: ArticleInHand }) {
  if (article.withdrawnAt !== null) return <Badge tone="bad">withdrawn</Badge>
  if (Date.parse(article.publishedAt) > Date.now())
    return <Badge tone="warn">{`from ${momentOf(article.publishedAt)}`}</Badge>
  return <span className="figures text-14">{momentOf(article.publishedAt)}</span>
}
