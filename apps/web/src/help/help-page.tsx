import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { ChevronRight, CircleHelp, LifeBuoy, Megaphone, Percent, Route } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { useT } from '../session/language/language.ts'
import { useSupportUrl } from '../shell/use-params.ts'
import { FindHelp } from './find-help.tsx'

const rowClass =
  'flex items-center gap-4 px-5 py-4 text-ink no-underline hover:bg-sunken/60 focus-visible:outline-offset-[-2px]'

function Row({
  icon,
  title,
  text,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}) {
  return (
    <>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-2 [&>svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-16">{title}</span>
        <span className="block text-14 text-ink-2">{text}</span>
      </span>
      <ChevronRight aria-hidden className="mirrored size-4.5 shrink-0 text-ink-3" />
    </>
  )
}

export default function HelpPage() {
  const t = useT()
  const [typed, setTyped] = useState('')
  const question = useDeferredValue(typed.trim())
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-semibold text-28">{t('help.title')}</h1>
      <p className="mt-2 max-w-line text-16 text-ink-2">{t('help.lead')}</p>
      <div className="mt-6">
        <SearchInput
          aria-label={t('help.search')}
          placeholder={t('help.search')}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="mt-6">{question.length < 2 ? <Ways /> : <FindHelp question={question} />}</div>
    </div>
  )
}

function Ways() {
  const t = useT()
  const support = useSupportUrl()
  return (
    <div className="divide-y divide-hairline overflow-hidden rounded-m border border-hairline bg-surface">
      <Link href="/introduction" className={rowClass}>
        <Row icon={<Route aria-hidden />} title={t('help.introduction')} text={t('help.introduction.text')} />
      </Link>
      <Link href="/help/faq" className={rowClass}>
        <Row icon={<CircleHelp aria-hidden />} title={t('help.faq')} text={t('help.faq.text')} />
      </Link>
      <Link href="/help/notice" className={rowClass}>
        <Row icon={<Megaphone aria-hidden />} title={t('help.notices')} text={t('help.notices.text')} />
      </Link>
      <Link href="/help/fees" className={rowClass}>
        <Row icon={<Percent aria-hidden />} title={t('help.fees')} text={t('help.fees.text')} />
      </Link>
      {support === null && (
        <Link href="/help/support" className={rowClass}>
          <Row icon={<LifeBuoy aria-hidden />} title={t('help.support')} text={t('help.support.here')} />
        </Link>
      )}
      {support && (
        <a href={support} target="_blank" rel="noopener noreferrer" className={rowClass}>
          <Row icon={<LifeBuoy aria-hidden />} title={t('help.support')} text={t('help.support.text')} />
        </a>
      )}
    </div>
  )
}
