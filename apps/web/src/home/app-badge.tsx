import { Download, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { useInstall } from './install-app.ts'

/** Names of the stores that are known by their address. */
const stores: Readonly<Record<string, string>> = {
  'apps.apple.com': 'App Store',
  'play.google.com': 'Google Play',
  'appgallery.huawei.com': 'AppGallery',
  'apps.microsoft.com': 'Microsoft Store',
}

const badgeClass =
  'inline-flex min-h-12 items-center gap-3 rounded-m bg-ink px-4 py-1.5 text-start text-ground no-underline hover:bg-ink-2'

/** The app-store badge where the operator has an app, else the browser's own way to install this one (specification §2). */
export function AppBadge() {
  const t = useT()
  const brand = t('shell.brand')
  const { data } = useApiQuery('getParamByKey', { key: 'appStoreUrl' }, { staleMs: Number.POSITIVE_INFINITY })
  const install = useInstall()
  if (typeof data === 'string' && /^https:\/\//.test(data))
    return (
      <a href={data} target="_blank" rel="noopener noreferrer" className={badgeClass}>
        <BadgeText
          icon={<Smartphone aria-hidden className="size-6 shrink-0" />}
          act={t('home.appStore')}
          name={stores[new URL(data).hostname] ?? brand}
        />
      </a>
    )
  return (
    install && (
      <button type="button" onClick={install} className={badgeClass}>
        <BadgeText
          icon={<Download aria-hidden className="size-6 shrink-0" />}
          act={t('home.install')}
          name={brand}
        />
      </button>
    )
  )
}

function BadgeText({
  icon,
  act,
  name,
}: {
  readonly icon: ReactNode
  readonly act: string
  readonly name: string
}) {
  return (
    <>
      {icon}
      <span className="flex flex-col">
        <span className="text-12 leading-4">{act}</span>
        <bdi className="font-semibold text-16 leading-5">{name}</bdi>
      </span>
    </>
  )
}
