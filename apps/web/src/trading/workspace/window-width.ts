import { useSyncExternalStore } from 'react'
import { windowState } from '../../shell/layout.ts'

/** Widths of the window, in rem, between which other panels fit; the first is that of the smallest window of this layout. */
const widths = [48, 64, 74, 90] as const
const windows = widths.map((width) => ({ width, ...windowState(`(min-width: ${width}rem)`) }))

/** Returns the largest of these widths that the window has. */
export const windowRem = (): number => windows.findLast(({ matches }) => matches())?.width ?? widths[0]

const follow = (listener: () => void): (() => void) => {
  const endings = windows.map((one) => one.follow(listener))
  return () => {
    for (const end of endings) end()
  }
}

export const useWindowRem = (): number => useSyncExternalStore(follow, windowRem)
