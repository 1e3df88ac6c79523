/** px; nearer than this the finger only taps. The library uses the same. */
const tapRadius = 5

/** Holds whether a line or a drawing is being dragged: then no finger scrolls the page. */
export interface Grip {
  held: boolean
}

/** Finger that moves over the chart. */
interface Swipe {
  readonly x: number
  readonly y: number
  goesTo: 'page' | 'chart' | null
}

/**
 * Leaves vertical swipes of one finger over the candles to the page, which scrolls; the library would take every drag for itself. Calls
 * `isHeld` to ask whether the finger holds a line that is dragged, and `axisWidth` for the axis on the right, which is scaled vertically.
 */
export function leaveSwipesToPage(
  place: HTMLElement,
  { isHeld, axisWidth }: { readonly isHeld: () => boolean; readonly axisWidth: () => number },
): () => void {
  let swipe: Swipe | null = null
  const onStart = ({ touches }: TouchEvent) => {
    const [finger] = touches
    if (finger === undefined) return
    const overAxis = finger.clientX > place.getBoundingClientRect().right - axisWidth()
    swipe = { x: finger.clientX, y: finger.clientY, goesTo: touches.length > 1 || overAxis ? 'chart' : null }
  }
  const onMove = (event: TouchEvent) => {
    const [finger] = event.touches
    if (swipe === null || finger === undefined) return
    swipe.goesTo ??= isHeld() ? 'chart' : directionOf(finger.clientX - swipe.x, finger.clientY - swipe.y)
    // The library listens further out, at the root.
    if (swipe.goesTo === 'page') event.stopPropagation()
  }
  place.addEventListener('touchstart', onStart, { passive: true })
  place.addEventListener('touchmove', onMove, { passive: true })
  return () => {
    place.removeEventListener('touchstart', onStart)
    place.removeEventListener('touchmove', onMove)
  }
}

function directionOf(dx: number, dy: number): Swipe['goesTo'] {
  if (Math.abs(dx) + Math.abs(dy) < tapRadius) return null
  return Math.abs(dy) > Math.abs(dx) ? 'page' : 'chart'
}
