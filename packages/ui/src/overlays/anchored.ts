import { type RefObject, useEffect, useLayoutEffect } from 'react'

interface Anchored {
  readonly open: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly floating: RefObject<HTMLElement | null>
  /** At least as wide as the anchor. */
  readonly sameWidth?: boolean
  readonly onClose: () => void
}

/** Places a floating element below (or above) its anchor inside the window, and closes it on a press elsewhere. */
export function useAnchored({ open, anchor, floating, sameWidth = false, onClose }: Anchored): void {
  useLayoutEffect(() => {
    const panel = floating.current
    if (!open || panel === null) return
    panel.showPopover()
    const settle = () => place(anchor.current, panel, sameWidth)
    settle()
    window.addEventListener('resize', settle)
    window.addEventListener('scroll', settle, true)
    return () => {
      window.removeEventListener('resize', settle)
      window.removeEventListener('scroll', settle, true)
    }
  }, [open, anchor, floating, sameWidth])
  useEffect(() => {
    if (!open) return
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node
      if (!anchor.current?.contains(target) && !floating.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open, anchor, floating, onClose])
}

const gap = 6
const edge = 8

function place(anchor: HTMLElement | null, panel: HTMLElement, sameWidth: boolean): void {
  if (anchor === null) return
  const at = anchor.getBoundingClientRect()
  if (sameWidth) panel.style.minWidth = `${at.width}px`
  const below = window.innerHeight - at.bottom - gap - edge
  const above = at.top - gap - edge
  const down = below >= Math.min(panel.scrollHeight, 280) || below >= above
  panel.style.maxHeight = `${Math.min(down ? below : above, 420)}px`
  const { width, height } = panel.getBoundingClientRect()
  const fromEnd = document.documentElement.dir === 'rtl'
  const wished = fromEnd || at.left + width > window.innerWidth - edge ? at.right - width : at.left
  // The browser gives a popover all four sides; in right-to-left text the right one would win.
  panel.style.right = 'auto'
  panel.style.bottom = 'auto'
  panel.style.left = `${Math.max(edge, Math.min(wished, window.innerWidth - width - edge))}px`
  panel.style.top = `${down ? at.bottom + gap : at.top - gap - height}px`
}
