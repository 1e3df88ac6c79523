import { classNames } from '@candor/ui/class-names.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { charityPath, marketPath, minePath } from './nft-paths.ts'

/** The top of every page of artworks: its title, and links to the other two. */
export function NftFrame({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead: ReactNode
  readonly children: ReactNode
}) {
  const t = useT()
  const { isLogin } = useSession()
  const [here] = useLocation()
  const places = [
    [marketPath, t('nft.nav.market')],
    ...(isLogin ? ([[minePath, t('nft.nav.mine')]] as const) : []),
    [charityPath, t('nft.nav.charity')],
  ] as const
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-5 md:gap-6 md:px-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20 text-ink md:text-28">{title}</h1>
        <p className="mt-1 max-w-line text-14 text-ink-2 md:mt-1.5 md:text-16">{lead}</p>
      </header>
      <nav
        aria-label={t('nft.nav.label')}
        className="-mx-4 flex gap-5 overflow-x-auto border-hairline border-b px-4 md:mx-0 md:px-0"
      >
        {places.map(([path, name]) => (
          <a
            key={path}
            href={`#${path}`}
            aria-current={here === path ? 'page' : undefined}
            className={classNames(
              'tap -mb-px flex items-center whitespace-nowrap border-b-2 pb-2 text-14 no-underline',
              here === path
                ? 'border-accent font-medium text-ink'
                : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {name}
          </a>
        ))}
      </nav>
      {children}
    </div>
  )
}
