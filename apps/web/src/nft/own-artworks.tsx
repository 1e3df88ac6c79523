import type { OwnArtwork } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Frame } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import { ListEnd } from '../session/calls/list-end.tsx'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { DemoNotice } from '../shell/notices/demo-notice.tsx'
import { NftFrame } from './nft-frame.tsx'
import { marketPath, minePath } from './nft-paths.ts'
import { OwnArtworkCard } from './own-artwork-card.tsx'
import { useLiveArtworks, useOwnArtworks } from './use-artworks.ts'

/** Works the customer bought or bid for. */
export function OwnArtworks() {
  const t = useT()
  const { mode } = useSession()
  const [, go] = useLocation()
  const mine: OwnArtwork['mine'] =
    new URLSearchParams(useSearch()).get('of') === 'bidding' ? 'bidding' : 'owned'
  useLiveArtworks()
  return (
    <NftFrame title={t('nft.mine.title')} lead={t('nft.mine.lead')}>
      {mode === 'demo' ? (
        <div className="max-w-[30rem]">
          <DemoNotice text={t('nft.demo.text')} />
        </div>
      ) : (
        <>
          <SegmentedControl
            label={t('nft.mine.title')}
            className="self-start"
            choices={[
              { value: 'owned', label: t('nft.mine.owned') },
              { value: 'bidding', label: t('nft.mine.bidding') },
            ]}
            value={mine}
            onChange={(next) => go(next === 'owned' ? minePath : `${minePath}?of=bidding`, { replace: true })}
          />
          <Own key={mine} mine={mine} />
        </>
      )}
    </NftFrame>
  )
}

function Own({ mine }: { readonly mine: OwnArtwork['mine'] }) {
  const t = useT()
  const list = useOwnArtworks(mine)
  const { items, failed, retry } = list
  if (failed) return <ErrorState title={t('nft.error')} onRetry={retry} />
  if (items === undefined) return <SkeletonLines count={6} />
  if (items.length === 0)
    return (
      <EmptyState
        icon={<Frame aria-hidden />}
        title={t(`nft.mine.empty.${mine}`)}
        text={t('nft.mine.empty.text')}
        action={
          <a href={`#${marketPath}`} className={buttonClass('primary')}>
            {t('nft.nav.market')}
          </a>
        }
      />
    )
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {items.map((artwork) => (
          <li key={artwork.id}>
            <OwnArtworkCard artwork={artwork} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} className="py-2" />
    </>
  )
}
