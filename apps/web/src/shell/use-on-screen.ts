import { type RefCallback, useCallback, useState } from 'react'

let observer: IntersectionObserver | null = null
const watchers = new WeakMap<Element, (onScreen: boolean) => void>()

/** One observer for all rows, because a hundred observers cost more than a hundred rows. */
function shared(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watchers.get(entry.target)?.(entry.isIntersecting)
    },
    { rootMargin: '120px' },
  )
  return observer
}

/** Reports whether an element is on the screen or near it: other rows need not follow their prices. */
export function useOnScreen<E extends Element>(): [RefCallback<E>, boolean] {
  const [onScreen, setOnScreen] = useState(false)
  const ref = useCallback((element: E | null) => {
    if (element === null) return
    watchers.set(element, setOnScreen)
    shared().observe(element)
    return () => shared().unobserve(element)
  }, [])
  return [ref, onScreen]
}
