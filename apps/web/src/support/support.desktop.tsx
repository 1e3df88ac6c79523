import { Card } from '@candor/ui/surface.tsx'
import { ShieldAlert } from 'lucide-react'
import { Link } from 'wouter'
import { useT } from '../session/language/language.ts'
import { Conversation } from './conversation.tsx'

/** The conversation, and next to it links to pages that may answer the question. */
export function SupportDesktop() {
  const t = useT()
  const links = [
    ['/help/faq', t('shell.page.faq')],
    ['/help/notice', t('shell.page.notice')],
    ['/introduction', t('shell.page.introduction')],
  ] as const
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)_18rem] items-start gap-6 px-6 py-10">
      <div className="col-span-2">
        <h1 className="font-semibold text-28 text-ink">{t('support.title')}</h1>
        <p className="mt-2 max-w-line text-16 text-ink-2">{t('support.lead')}</p>
      </div>
      <Card flush className="overflow-hidden">
        <Conversation logClass="h-[calc(100dvh-27rem)] min-h-72" />
      </Card>
      <aside aria-label={t('shell.page.help')} className="flex flex-col gap-4">
        <Card className="flex gap-3">
          <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <p className="text-14 text-ink-2">{t('support.safety')}</p>
        </Card>
        <Card flush className="divide-y divide-hairline">
          {links.map(([href, label]) => (
            <Link
              key={href}
              href={href}
              className="block px-5 py-3 text-14 text-ink no-underline hover:bg-sunken/60"
            >
              {label}
            </Link>
          ))}
        </Card>
      </aside>
    </div>
  )
}
