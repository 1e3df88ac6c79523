import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useT } from '../../session/language/language.ts'
import { isTabOf, TabLink, tabClass, tabs } from './frame-parts.tsx'

/** The main pages as tabs of the bar. Those that do not fit stand in a menu at their end. */
export default function FittingTabs() {
  const t = useT()
  const bar = useRef<HTMLElement>(null)
  const fitting = useFitting(bar)
  return (
    <nav
      ref={bar}
      aria-label={t('shell.nav.label')}
      className="relative flex h-full min-w-0 flex-1 items-stretch overflow-hidden"
    >
      {tabs.map((tab, at) => (
        <TabLink key={tab[0]} tab={tab} className={at >= fitting && 'invisible absolute inset-y-0'} />
      ))}
      {fitting < tabs.length && <OtherPages pages={tabs.slice(fitting)} />}
    </nav>
  )
}

/** Menu of the pages without room for a tab. */
function OtherPages({ pages }: { readonly pages: readonly (typeof tabs)[number][] }) {
  const t = useT()
  const [path] = useLocation()
  const isHere = pages.some(([href]) => isTabOf(href, path))
  return (
    <Popover
      label={t('shell.nav.more')}
      triggerClass={tabClass(isHere, 'gap-1')}
      panelClass="w-48"
      trigger={
        <>
          {t('shell.nav.more')}
          <ChevronDown aria-hidden className="size-3.5" />
        </>
      }
    >
      {(close) =>
        pages.map(([href, label]) => (
          <Link
            key={href}
            href={href}
            onClick={close}
            aria-current={isTabOf(href, path) ? 'page' : undefined}
            className={menuItemClass}
          >
            {t(label)}
          </Link>
        ))
      }
    </Popover>
  )
}

/** Returns how many of the bar's links fit beside the menu of the others; all of them before it is measured. */
function useFitting(bar: RefObject<HTMLElement | null>): number {
  const [fitting, setFitting] = useState<number>(tabs.length)
  useEffect(() => {
    const { current } = bar
    if (current === null) return
    const links = [...current.querySelectorAll<HTMLElement>(':scope > a')]
    const observer = new ResizeObserver(() => setFitting(countFitting(current.clientWidth, links)))
    for (const element of [current, ...links]) observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
  return fitting
}

/** Room for the menu's button in every language, in px. */
const menuWidth = 104

function countFitting(width: number, links: readonly HTMLElement[]): number {
  const widths = links.map(({ offsetWidth }) => offsetWidth)
  if (widths.reduce((sum, one) => sum + one, 0) <= width) return links.length
  let left = width - menuWidth
  return widths.findIndex((one) => {
    left -= one
    return left < 0
  })
}
