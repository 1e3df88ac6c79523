import type { ArtworkPage, OwnArtwork } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { Banner, StatusWord } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card } from '@candor/ui/surface.tsx'
import { CircleCheck, Clock, Hourglass, XCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { useFrozen } from '../session/use-frozen.ts'
import { DemoNotice } from '../shell/notices/demo-notice.tsx'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { VisitorNotice } from '../shell/notices/visitor-notice.tsx'
import { useLayout } from '../shell/use-layout.ts'
import { priceOf, usdtText } from './artwork-marks.tsx'
import { minePath, workPath } from './nft-paths.ts'
import { PurchaseDialog } from './purchase/purchase-dialog.tsx'
import { RemainingTime } from './remaining-time.tsx'
import { useCharityTotals, useOwnArtwork } from './use-artworks.ts'

const states = {
  open: { tone: 'accent', icon: <Clock aria-hidden /> },
  upcoming: { tone: 'neutral', icon: <Hourglass aria-hidden /> },
  sold: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  unsold: { tone: 'neutral', icon: <XCircle aria-hidden /> },
} as const

/** Current price and end of the sale, the customer's own position in it, and the possible action. */
export function SaleCard({ artwork }: { readonly artwork: ArtworkPage }) {
  const { t, tag } = useWords()
  const own = useOwnArtwork(artwork.id)
  const [dialogOpen, setDialogOpen] = useState(false)
  const charity = useCharityTotals()?.charity ?? ''
  const { name, amount } = priceOf(artwork)
  const { tone, icon } = states[artwork.status]
  const ends =
    artwork.status === 'sold' ? artwork.soldAt : artwork.status === 'unsold' ? artwork.saleEndsAt : null
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 text-14">
        <StatusWord tone={tone} icon={icon}>
          {t(`nft.status.${artwork.status}`)}
        </StatusWord>
        {ends === null ? (
          <RemainingTime artwork={artwork} className="font-medium text-ink" />
        ) : (
          <span className="text-ink-2">{t('nft.time.ended', { at: formatMinute(ends, tag) })}</span>
        )}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <Figure name={t(name)}>
          <Money amount={amount} asset="USDT" className="font-semibold text-28 text-ink" />
        </Figure>
        {artwork.status === 'open' && artwork.nextBid !== null && (
          <Figure name={t('nft.price.next')}>
            <Money amount={artwork.nextBid} asset="USDT" className="font-semibold text-16 text-ink" />
          </Figure>
        )}
      </div>
      {own !== null && own !== undefined && <Standing own={own} />}
      {artwork.status === 'open' && (
        <Act
          artwork={artwork}
          own={own}
          onAct={() => setDialogOpen(true)}
          amount={usdtText(artwork.price, tag)}
        />
      )}
      <MoneyGoes artwork={artwork} charity={charity} />
      {dialogOpen && <PurchaseDialog artwork={artwork} onClose={() => setDialogOpen(false)} />}
    </Card>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="text-14 text-ink-2">{name}</p>
      <p className="mt-0.5">{children}</p>
    </div>
  )
}

function Standing({ own }: { readonly own: OwnArtwork }) {
  const { t, tag } = useWords()
  const amount = usdtText(own.myBid ?? '0', tag)
  if (own.mine === 'owned')
    return (
      <Banner
        tone="good"
        action={
          <a href={`#${minePath}`} className={buttonClass('secondary', 's')}>
            {t('nft.done.mine')}
          </a>
        }
      >
        {t('nft.standing.owned')}
      </Banner>
    )
  if (own.status === 'sold') return <Banner tone="neutral">{t('nft.standing.lost')}</Banner>
  return own.leading ? (
    <Banner tone="good">{t('nft.standing.leading', { amount })}</Banner>
  ) : (
    <Banner tone="warn">{t('nft.standing.outbid', { amount })}</Banner>
  )
}

interface ActProps {
  readonly artwork: ArtworkPage
  readonly own: OwnArtwork | null | undefined
  readonly onAct: () => void
  readonly amount: string
}

/** The main action; on a phone it stays at the bottom of the screen. */
function Act({ artwork, own, onAct, amount }: ActProps) {
  const { t } = useWords()
  const { isLogin, mode } = useSession()
  const mobile = useLayout() === 'mobile'
  const frozen = useFrozen()
  if (!isLogin) return <VisitorNotice text={t('nft.visitor.text')} path={workPath(artwork.id)} />
  if (mode === 'demo') return <DemoNotice text={t('nft.demo.text')} />
  if (own?.leading === true) return null
  if (frozen !== null) return <UnlessFrozen>{null}</UnlessFrozen>
  const words =
    artwork.saleKind === 'fixed'
      ? t('nft.act.buy', { amount })
      : t(own?.mine === 'bidding' ? 'nft.act.bidMore' : 'nft.act.bid')
  const button = (
    <Button size="l" full onClick={onAct}>
      {words}
    </Button>
  )
  return mobile ? (
    <div className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-10 -mx-1 rounded-m bg-surface p-1">
      {button}
    </div>
  ) : (
    button
  )
}

function MoneyGoes({ artwork, charity }: { readonly artwork: ArtworkPage; readonly charity: string }) {
  const { t, tag } = useWords()
  const free = !/[1-9]/.test(artwork.feeRate)
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 })
  const percent = (rate: string) => share.format(rate as `${number}`)
  return (
    <div className="flex flex-col gap-3 border-hairline border-t pt-4 text-14 text-ink-2">
      <div>
        <h2 className="font-medium text-ink">{t('nft.money.title')}</h2>
        <p className="mt-0.5">
          {free
            ? t('nft.money.whole', { charity })
            : t('nft.money.fee', { share: percent(artwork.feeRate), charity })}
        </p>
      </div>
      {artwork.saleKind === 'auction' && (
        <div>
          <h2 className="font-medium text-ink">{t('nft.rules.title')}</h2>
          <p className="mt-0.5">
            {t('nft.rules.text', {
              step: percent(artwork.bidStep),
              minutes: Math.round(artwork.softCloseSeconds / 60),
            })}
          </p>
        </div>
      )}
    </div>
  )
}
