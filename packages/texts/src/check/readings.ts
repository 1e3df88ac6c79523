import type { CompiledMessage, MessagePlace } from '../message.ts'

type Choice = Readonly<Record<string, CompiledMessage>>

/**
 * Writes out a message as a reader may see it, with its placeholders in braces. Reading number n takes branch n of every choice, so that
 * each branch is in at least one reading, with the words around it.
 */
export function readings(message: CompiledMessage): readonly string[] {
  const count = Math.max(1, mostBranches(message))
  return Array.from({ length: count }, (_, index) => reading(message, index))
}

/** The branches of a plural or a choice by their names; null for any other placeholder. */
export function choiceOf([, , options]: MessagePlace): Choice | null {
  if (typeof options !== 'object' || options === null) return null
  const branches = Object.entries(options).filter((entry): entry is [string, CompiledMessage] =>
    Array.isArray(entry[1]),
  )
  return branches.length > 0 ? Object.fromEntries(branches) : null
}

function mostBranches(message: CompiledMessage): number {
  const counts = message.map((part) => {
    const choice = typeof part === 'string' ? null : choiceOf(part)
    if (choice === null) return 1
    const branches = Object.values(choice)
    return Math.max(branches.length, ...branches.map(mostBranches))
  })
  return Math.max(0, ...counts)
}

function reading(message: CompiledMessage, index: number): string {
  return message.map((part) => (typeof part === 'string' ? counted(part) : place(part, index))).join('')
}

const counted = (part: string): string => (part === '#' ? '{#}' : part)

function place(part: MessagePlace, index: number): string {
  const choice = choiceOf(part)
  if (choice === null) return `{${part[0]}}`
  const branches = Object.values(choice)
  return reading(branches[Math.min(index, branches.length - 1)] ?? [], index)
}
