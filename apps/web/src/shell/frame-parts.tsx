import { LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../session/language.ts'
import { barButtonClass } from './language-menu.tsx'
import { useSupportUrl } from './use-params.ts'

export interface FrameProps {
  readonly bare: boolean
  readonly children: ReactNode
}

/** Whether a tab stands for the route shown: the currency page belongs to the market, the statement to the account. */
export const isTabOf = (tab: string, path: string): boolean => {
  if (tab === '/') return path === '/'
  if (tab === '/market' && path === '/cruuency') return true
  return path === tab || path.startsWith(`${tab}/`)
}

export function SupportLink() {
  const t = useT()
  const url = useSupportUrl()
  if (url === null) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('shell.support')}
      title={t('shell.support')}
      className={barButtonClass}
    >
      <LifeBuoy aria-hidden className="size-4.5" />
    </a>
  )
}
