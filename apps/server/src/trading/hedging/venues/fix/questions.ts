import { NoResponse } from '../../venue.ts'
import type { Field, FixMessage } from './fix-message.ts'
import type { FixSession } from './fix-session.ts'
import { messageType, tag } from './fix-tags.ts'

export interface Question<T> {
  readonly type: string
  readonly fields: readonly Field[]
  /** Reads a message; undefined while the answer is not complete, or where it is about something else. */
  readonly read: (message: FixMessage) => T | undefined
  /** Reads a rejection of the question itself, by the session (Reject) or the application (BusinessMessageReject). */
  readonly rejected: (message: FixMessage) => T
  /** Gives what is known when the time is over; throws where that is nothing. */
  readonly late?: () => T
}

interface Open {
  number: number | null
  readonly read: (message: FixMessage) => void
  readonly reject: (message: FixMessage) => void
  readonly fail: (error: Error) => void
}

/** Asks the venue, and finds the messages that answer. */
export class Questions {
  private readonly session: FixSession
  private readonly open = new Set<Open>()
  private readonly responseMs: number
  private readonly now: () => number

  constructor(session: FixSession, responseMs: number, now: () => number) {
    this.session = session
    this.responseMs = responseMs
    this.now = now
  }

  /** Rejects with `NotSent` where the question was not sent, and with `NoResponse` where nothing came back. */
  async ask<T>(question: Question<T>): Promise<T> {
    const until = this.now() + this.responseMs
    return new Promise<T>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        this.open.delete(one)
        settle()
      }
      const attempt = (read: () => T | undefined) => {
        try {
          const value = read()
          if (value !== undefined) end(() => resolve(value))
        } catch (error) {
          end(() => reject(error))
        }
      }
      const one: Open = {
        number: null,
        read: (message) => attempt(() => question.read(message)),
        reject: (message) => attempt(() => question.rejected(message)),
        fail: (error) => end(() => reject(error)),
      }
      const late = question.late ?? withoutResponse(question.type)
      const timer = setTimeout(() => attempt(late), this.responseMs)
      this.open.add(one)
      this.session.send(question.type, question.fields, until).then(
        (number) => {
          one.number = number
        },
        (error: Error) => one.fail(error),
      )
    })
  }

  /** Passes on a message of the venue. */
  take(message: FixMessage): void {
    const refused = isRejection(message) ? message.number(tag.refSeqNum) : null
    for (const one of [...this.open]) {
      if (refused === null) one.read(message)
      else if (one.number === refused) one.reject(message)
    }
  }

  /** Ends what is open: the connection is lost. */
  fail(reason: string): void {
    // Those that are not written yet are told so by the session.
    for (const one of [...this.open]) if (one.number !== null) one.fail(new NoResponse(reason))
  }
}

const isRejection = ({ type }: FixMessage) =>
  type === messageType.reject || type === messageType.businessMessageReject

const withoutResponse = (type: string) => () => {
  throw new NoResponse(`no answer to a message ${type}`)
}
