/** Permitted transitions: for each state, the states that may follow it. */
export type StateTable<State extends string> = Readonly<Record<State, readonly State[]>>

/** Lists the states from which the table permits a move to `next`. */
export const statesBefore = <State extends string>(moves: StateTable<State>, next: State): State[] =>
  (Object.keys(moves) as State[]).filter((state) => moves[state].includes(next))
