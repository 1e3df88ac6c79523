import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { Share2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { CallResult } from '../session/calls/call-server.ts'
import { useT, useWords } from '../session/language/language.ts'
import { inviteLink } from './use-invites.ts'

// Encoding one is work that only who opens this page pays for.
const QrCode = lazy(() => import('@candor/ui/figures/qr-code.tsx'))

interface Mine {
  readonly mine: CallResult<'invites'>
}

export function InviteHead({ mine }: Mine) {
  const { t, tag } = useWords()
  return (
    <header>
      <h1 className="font-semibold text-28 text-ink">{t('shell.page.invite')}</h1>
      <p className="mt-2 max-w-line text-16 text-ink-2">
        {t('invites.lead', { share: formatShare(mine.share, tag, 0), months: mine.months })}
      </p>
    </header>
  )
}

/** The link and the code to copy, to scan, and to share where the device has a way. */
export function InviteTools({ code }: { readonly code: string }) {
  const t = useT()
  const link = inviteLink(code)
  return (
    <Card className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
      <Suspense fallback={<Skeleton className="size-44 shrink-0" />}>
        <div className="shrink-0">
          <QrCode text={link} label={t('invites.qr')} />
        </div>
      </Suspense>
      <div className="flex w-full min-w-0 flex-1 flex-col gap-4">
        <Copied name={t('invites.link')} value={link} />
        <Copied name={t('invites.code')} value={code} wide />
        <ShareButton link={link} />
      </div>
    </Card>
  )
}

function Copied({
  name,
  value,
  wide = false,
}: {
  readonly name: string
  readonly value: string
  readonly wide?: boolean
}) {
  return (
    <div>
      <h2 className="mb-1 font-medium text-14 text-ink">{name}</h2>
      <div className="flex items-center justify-between gap-2 rounded-s bg-sunken py-1.5 ps-3 pe-1">
        <code
          dir="ltr"
          className={`min-w-0 break-all font-sans text-14 text-ink ${wide ? 'tracking-[0.12em]' : ''}`}
        >
          {value}
        </code>
        <CopyButton value={value} />
      </div>
    </div>
  )
}

/** The device's own share sheet (Web Share); browsers without one have the copy buttons. */
function ShareButton({ link }: { readonly link: string }) {
  const t = useT()
  if (typeof navigator.share !== 'function') return null
  const share = () =>
    navigator
      .share({ title: t('shell.brand'), text: t('invites.share.text'), url: link })
      // Closing the sheet without choosing is no failure.
      .catch(() => undefined)
  return (
    <Button icon={<Share2 aria-hidden className="size-4" />} onClick={() => void share()}>
      {t('invites.share')}
    </Button>
  )
}

export function InviteFigures({ mine }: Mine) {
  const { t, tag } = useWords()
  return (
    <Card className="py-2 md:py-3">
      <DetailList>
        <Detail name={t('invites.friends')} strong>
          <span className="figures">{new Intl.NumberFormat(tag).format(mine.friends)}</span>
        </Detail>
        <Detail name={t('invites.earned')} strong>
          <Money amount={mine.earned} asset="USDT" />
        </Detail>
      </DetailList>
    </Card>
  )
}

export function InviteRules() {
  const t = useT()
  return (
    <Card>
      <SectionHead title={t('invites.how.title')} className="mb-2" />
      <ul className="flex list-disc flex-col gap-2 ps-5 text-14 text-ink-2 marker:text-ink-3">
        <li>{t('invites.how.fees')}</li>
        <li>{t('invites.how.paid')}</li>
        <li>{t('invites.how.level')}</li>
      </ul>
    </Card>
  )
}
