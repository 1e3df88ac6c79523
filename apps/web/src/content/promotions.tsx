import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { addressOf } from './address-of.ts'
import { writtenIn } from './written-in.ts'

/** The operator's own news and promotions on the mobile home (specification §2); nothing where there are none. */
export default function Promotions() {
  const { t, language } = useWords()
  const { data } = useApiQuery('listContents', { language, type: 4 }, { staleMs: 600_000 })
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-label={t('home.promotions')} className="flex flex-col gap-3">
      {data.map((article) => (
        <Link
          key={article.id}
          href={addressOf(article)}
          className="flex items-center gap-3 rounded-m border border-hairline bg-surface p-4 text-ink no-underline"
        >
          {article.image !== null && (
            <img
              src={article.image}
              alt=""
              loading="lazy"
              className="size-14 shrink-0 rounded-m object-cover"
            />
          )}
          <span {...writtenIn(article.language)} className="min-w-0 flex-1">
            <span className="block font-medium text-16">{article.title}</span>
            <span className="mt-0.5 block text-14 text-ink-2">{article.description}</span>
          </span>
          <ChevronRight aria-hidden className="mirrored size-4.5 shrink-0 text-ink-3" />
        </Link>
      ))}
    </section>
  )
}
