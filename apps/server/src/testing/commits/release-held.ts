/** Releases that the running test has registered and that were not called yet. */
const held: (() => void)[] = []

/** Calls `release` when the test ends, also after a failed expectation, so that nothing waits for the test. */
export function releaseAtEnd(release: () => void): void {
  held.push(release)
}

/** Calls every registered release. A fixture calls it at the end of each test, before it closes what may wait. */
export function releaseHeld(): void {
  // The newest first: each restores the state before it.
  for (const release of held.splice(0).reverse()) release()
}
