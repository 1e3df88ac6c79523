import { EmptyState } from '@candor/ui/feedback.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Megaphone } from 'lucide-react'
import { Link } from 'wouter'
import { useWords } from '../session/language/language.ts'
import { addressOf } from './address-of.ts'
import { SectionList } from './content-lists.tsx'
import { writtenIn } from './written-in.ts'

/** The operator's notices, newest first. */
export default function NoticePage() {
  const { t, tag } = useWords()
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 md:px-6 md:py-12">
      <h1 className="mb-6 font-semibold text-28">{t('shell.page.notice')}</h1>
      <SectionList section="notice">
        {(notices) =>
          notices.length === 0 ? (
            <EmptyState
              icon={<Megaphone aria-hidden />}
              title={t('content.noNotices.title')}
              text={t('content.noNotices.text')}
            />
          ) : (
            <ul className="divide-y divide-hairline overflow-hidden rounded-m border border-hairline bg-surface">
              {notices.map((notice) => (
                <li key={notice.id}>
                  <Link
                    href={addressOf(notice)}
                    className="block px-5 py-4 text-ink no-underline hover:bg-sunken/60 focus-visible:outline-offset-[-2px]"
                  >
                    <span className="block text-12 text-ink-3">{formatDay(notice.publishedAt, tag)}</span>
                    <span {...writtenIn(notice.language)} className="mt-0.5 block font-medium text-16">
                      {notice.title}
                    </span>
                    <span {...writtenIn(notice.language)} className="mt-0.5 block text-14 text-ink-2">
                      {notice.description}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </SectionList>
    </div>
  )
}
