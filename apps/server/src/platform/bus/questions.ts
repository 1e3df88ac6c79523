import { refusalName } from '@candor/refusals'
import { Refusal, TooMany } from '../http/refusal.ts'
import type { OfficeName } from './messages.ts'

type Details = Readonly<Record<string, unknown>> | null

/** Request of one process to the process that leads an office. */
export interface Question {
  readonly office: OfficeName
  readonly name: string
  readonly args: readonly unknown[]
  readonly from: string
  /** Number of the request in its process; a repeated request keeps its number. */
  readonly number: number
  /** The oldest number that it still waits for: lower ones need no response any more. */
  readonly oldest: number
}

/** Response to a request: exactly one of value, refused, waitMs, failed, notLeading. */
export type Reply = { readonly number: number; readonly by: string } & Outcome

type Outcome =
  | { readonly value: unknown }
  | { readonly refused: { readonly code: number; readonly details: Details } }
  | { readonly waitMs: number }
  | { readonly failed: true }
  | { readonly notLeading: true }

/** Turns what a handler threw into an outcome; null for a fault, which stays in this process's log. */
export function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof Refusal) return { refused: { code: error.code, details: error.details } }
  if (error instanceof TooMany) return { waitMs: error.retryAfterMs }
  return null
}

/** Converts a response back to what the handler threw. */
export function errorOf(reply: Reply, office: OfficeName): Error | null {
  if ('refused' in reply) return new Refusal(refusalName(reply.refused.code), reply.refused.details)
  if ('waitMs' in reply) return new TooMany(reply.waitMs)
  if ('failed' in reply) return new Error(`${office} failed; see the log of its process`)
  return null
}
