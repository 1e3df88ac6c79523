import { useEffect, useState } from 'react'

/** A wait up to this long needs no words: the button shows it. */
export const wordlessWaitMs = 400

/** Reports that a wait has become long, and its end; returns the function that ends it. */
export function watchWait(onLong: (isLong: boolean) => void): () => void {
  const timer = setTimeout(() => onLong(true), wordlessWaitMs)
  return () => {
    clearTimeout(timer)
    onLong(false)
  }
}

/** Returns true once this has waited so long that the reader should see for what. */
export function useLongWait(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => (isWaiting ? watchWait(setLong) : undefined), [isWaiting])
  return isLong
}
