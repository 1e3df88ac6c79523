import type { ConsoleAlert, ConsolePageName, OperatorRole } from '@candor/contract'

/** An entry of a queue. */
export interface WaitingEntry {
  readonly id: string
  readonly sinceMs: number
  /** Until when the customer was promised a decision, or colleagues want it done; null: no promise. */
  readonly deadlineMs: number | null
  /** Operator whose it is; left out or null: whose it is, a claim says. */
  readonly assigneeId?: string | null
}

/** A page of the console where entries wait, as its module states it. Claims on them have the page's name as their kind. */
export interface WorkQueue {
  readonly page: ConsolePageName
  /** Roles that see the page. */
  readonly roles: readonly OperatorRole[]
  /** Lists what waits for this operator, or for anyone (null), the most urgent first; `limit` of them are enough. */
  waiting(limit: number, operatorId: string | null): Promise<readonly WaitingEntry[]>
}

export interface Alert {
  readonly tone: ConsoleAlert['tone']
  /** One line of English. */
  readonly text: string
  readonly sinceMs: number | null
}

/** States of a module that need an operator's attention. */
export interface AlertSource {
  /** The page of the console about them; null: there is none. */
  readonly page: ConsolePageName | null
  readonly roles: readonly OperatorRole[]
  /** Returns the present alerts, cheap enough to be read every few seconds; empty: all is well. */
  alerts(): Promise<readonly Alert[]>
}
