/** Maximum number of sets of markets, in addition to all and none. Clients that want the same markets in full share one prepared frame. */
const mostSets = 300
/** Every market in full. */
export const everything = '*'

/** Counts the clients of each group, so that a beat never writes more frames than there are sets. */
export class SubscriptionGroups {
  private readonly members = new Map<string, number>()

  /**
   * Moves a client from its group to that of the markets it wants. When there are too many sets, it joins the group that gets every market
   * in full: it receives more than it requested, and nothing less.
   */
  move(from: string, wanted: ReadonlySet<string>): string {
    this.leave(from)
    const own = [...wanted].sort().join(' ')
    if (own === '') return own
    const group = this.members.has(own) || this.members.size < mostSets ? own : everything
    this.members.set(group, (this.members.get(group) ?? 0) + 1)
    return group
  }

  leave(group: string): void {
    const others = (this.members.get(group) ?? 0) - 1
    if (others > 0) this.members.set(group, others)
    else this.members.delete(group)
  }
}
