import type { FeeRebatePaid, VipTierShown } from '@candor/contract'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import type { CallResult } from '../session/calls/call-server.ts'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT, useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { distanceTo } from './vip-distance.ts'

/** The operator's rebates on trading fees and the customer's own tier, or a note that there are none. */
export default function VipPage() {
  const t = useT()
  const { isLogin } = useSession()
  const tiers = useApiQuery('vipTiers', {}, { staleMs: 60_000 })
  return (
    <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-6 px-4 py-8 md:px-6 md:py-12">
      <header>
        <h1 className="font-semibold text-28">{t('content.vip.title')}</h1>
        <p className="mt-2 max-w-line text-16 text-ink-2">{t('content.vip.lead')}</p>
      </header>
      {tiers.isError ? (
        <ErrorState
          title={t('shell.loadFailed')}
          text={failureText(t, tiers.error)}
          onRetry={() => void tiers.refetch()}
        />
      ) : tiers.data === undefined ? (
        <SkeletonLines count={6} />
      ) : tiers.data.length === 0 ? (
        <p className="rounded-m bg-sunken px-5 py-4 text-16 text-ink-2">{t('content.vip.off')}</p>
      ) : (
        <>
          <Tiers tiers={tiers.data} />
          <p className="max-w-line text-14 text-ink-2">{t('content.vip.how')}</p>
          {isLogin ? (
            <Standing tiers={tiers.data} />
          ) : (
            <p className="text-14">
              <Link href="/pass/login?next=%2Fadv%2Fvip" className="text-accent">
                {t('content.vip.signIn')}
              </Link>
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Tiers({ tiers }: { readonly tiers: readonly VipTierShown[] }) {
  const { t, tag } = useWords()
  const columns: readonly Column<VipTierShown>[] = [
    { key: 'tier', title: 'VIP', cell: ({ volume }) => tiers.findIndex((one) => one.volume === volume) + 1 },
    {
      key: 'volume',
      title: t('content.vip.volume'),
      cell: ({ volume }) => <Money amount={volume} asset="USDT" min={0} />,
      end: true,
    },
    {
      key: 'rebate',
      title: t('content.vip.rebate'),
      cell: ({ rebate }) => <span className="figures font-medium">{formatShare(rebate, tag, 0)}</span>,
      end: true,
    },
  ]
  return (
    <Card flush>
      <Table label={t('content.vip.title')} rows={tiers} rowKey={({ volume }) => volume} columns={columns} />
    </Card>
  )
}

function Standing({ tiers }: { readonly tiers: readonly VipTierShown[] }) {
  const t = useT()
  const standing = useApiQuery('vipStanding', {}, { staleMs: 30_000 })
  if (standing.isError)
    return (
      <ErrorState
        title={t('shell.loadFailed')}
        text={failureText(t, standing.error)}
        onRetry={() => void standing.refetch()}
      />
    )
  if (standing.data === undefined) return <SkeletonLines count={4} />
  return (
    <>
      <Own standing={standing.data} tiers={tiers} />
      <GivenBack rebates={standing.data.newest} />
    </>
  )
}

function Own({
  standing,
  tiers,
}: {
  readonly standing: CallResult<'vipStanding'>
  readonly tiers: readonly VipTierShown[]
}) {
  const t = useT()
  const next = tiers[standing.tier === null ? 0 : standing.tier + 1]
  return (
    <Card>
      <h2 className="mb-1 font-semibold text-16">{t('content.vip.own')}</h2>
      <DetailList>
        <Detail name={t('content.vip.traded')}>
          <Money amount={standing.volume} asset="USDT" max={2} />
        </Detail>
        <Detail name={t('content.vip.tier')} strong>
          {standing.tier === null ? t('content.vip.none') : `VIP ${standing.tier + 1}`}
        </Detail>
        {next !== undefined && (
          <Detail name={t('content.vip.next')}>
            <Money amount={distanceTo(next.volume, standing.volume)} asset="USDT" max={2} />
          </Detail>
        )}
        <Detail name={t('content.vip.paid')}>
          <Money amount={standing.paid} asset="USDT" />
        </Detail>
      </DetailList>
    </Card>
  )
}

function GivenBack({ rebates }: { readonly rebates: readonly FeeRebatePaid[] }) {
  const { t, tag } = useWords()
  const columns: readonly Column<FeeRebatePaid>[] = [
    { key: 'day', title: t('content.vip.day'), cell: (one) => formatDay(one.day, tag, 'UTC') },
    { key: 'fees', title: t('content.vip.fees'), cell: ({ fees }) => <Money amount={fees} />, end: true },
    {
      key: 'rate',
      title: t('content.vip.rebate'),
      cell: ({ rate }) => <span className="figures">{formatShare(rate, tag, 0)}</span>,
      end: true,
    },
    {
      key: 'rebate',
      title: t('content.vip.newest'),
      cell: ({ rebate }) => <Money amount={rebate} asset="USDT" />,
      end: true,
    },
  ]
  return (
    <Card flush>
      <h2 className="px-5 pt-4 pb-2 font-semibold text-16">{t('content.vip.newest')}</h2>
      {rebates.length === 0 ? (
        <p className="px-5 pb-5 text-14 text-ink-2">{t('content.vip.empty')}</p>
      ) : (
        <Table label={t('content.vip.newest')} rows={rebates} rowKey={({ id }) => id} columns={columns} />
      )}
    </Card>
  )
}
