/** A label that wants to be at a height, in px from the top. */
export interface WantedLabel {
  readonly id: string
  readonly y: number
}

interface Stack {
  readonly ids: string[]
  /** Sum of the tops that its labels would have if they alone decided where the stack begins. */
  sum: number
  top: number
}

/**
 * Places labels of one height so that none covers another: each as near to its line as the others allow, in the order of their lines, and
 * all between `from` and `to`. Labels whose lines are out of sight are left out. Returns the middle of each.
 */
export function spreadLabels(
  wanted: readonly WantedLabel[],
  { from, to, height }: { readonly from: number; readonly to: number; readonly height: number },
): ReadonlyMap<string, number> {
  const seen = wanted.filter(({ y }) => y >= from && y <= to).toSorted((one, other) => one.y - other.y)
  const stacks: Stack[] = []
  for (const { id, y } of seen) {
    const top = y - height / 2
    stacks.push({ ids: [id], sum: top, top })
    settle(stacks, { from, to, height })
  }
  return new Map(
    stacks.flatMap(({ ids, top }) => ids.map((id, at) => [id, top + (at + 0.5) * height] as const)),
  )
}

/** Joins the last stack with those above it that it would cover. */
function settle(stacks: Stack[], bounds: { from: number; to: number; height: number }): void {
  const { from, to, height } = bounds
  for (;;) {
    const last = stacks.at(-1)
    if (last === undefined) return
    const count = last.ids.length
    last.top = Math.max(from, Math.min(last.sum / count, to - count * height))
    const above = stacks.at(-2)
    if (above === undefined || above.top + above.ids.length * height <= last.top) return
    stacks.pop()
    const shift = above.ids.length * height
    above.sum += last.sum - count * shift
    above.ids.push(...last.ids)
  }
}
