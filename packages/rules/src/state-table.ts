/** Permitted transitions: for each state, the states that may follow it. */
export type StateTable<State extends string> = Readonly<Record<State, readonly State[]>>

/** Lists the states from which the table permits a move to `next`. */
export const statesBefore = <State extends string>(moves: StateTable<State>, next: State): State[] =>
  (Object.keys(moves) as State[]).filter((state) => moves[state].includes(next))

/** A change of a row that leaves this column, its state, as it is: only what asks the table of transitions may set it. */
export type StaysInState<Change, Column extends keyof Change> = Omit<Change, Column> & {
  readonly [N in Column]?: never
}
