import { isRecord, readWorkspace } from '../read-workspace.ts'
import { arrange, usualSizes, type Workspace, wideListRem } from '../workspace.ts'

export const presets = ['trade', 'book', 'charts', 'watch'] as const
export type Preset = (typeof presets)[number]

/** Applies a preset to a workspace. Markets, intervals and groups of its charts stay. */
export function applyPreset(workspace: Workspace, preset: Preset): Workspace {
  const placed = arrange(workspace, preset === 'charts' ? 'four' : 'one')
  return {
    ...placed,
    listShown: preset !== 'charts',
    ticketShown: preset !== 'watch',
    bookShown: preset === 'book',
    sizes: {
      ...usualSizes,
      list: preset === 'watch' ? wideListRem + 6 : null,
      orders: preset === 'charts' ? 9 : null,
    },
  }
}

/** A workspace that the customer gave a name. */
export interface OwnWorkspace {
  readonly id: string
  readonly name: string
  readonly workspace: Workspace
}

export const mostOwn = 5
export const longestOwnName = 40

/** Reads the named workspaces that this browser stored; what is none is left out. */
export function readOwn(stored: unknown): readonly OwnWorkspace[] {
  if (!Array.isArray(stored)) return []
  const read = stored.flatMap((one): OwnWorkspace[] => {
    if (!isRecord(one) || typeof one.id !== 'string' || typeof one.name !== 'string') return []
    const name = one.name.trim().slice(0, longestOwnName)
    return name === '' ? [] : [{ id: one.id, name, workspace: readWorkspace(one.workspace) }]
  })
  return read.slice(0, mostOwn)
}

export type SaveProblem = 'nameMissing' | 'full'

/** Saves a workspace under a name: in place of the one that has it, else as the last. */
export function saveOwn(
  own: readonly OwnWorkspace[],
  saved: OwnWorkspace,
): readonly OwnWorkspace[] | SaveProblem {
  const name = saved.name.trim()
  if (name === '') return 'nameMissing'
  const same = own.find((one) => one.name === name)
  if (same !== undefined)
    return own.map((one) => (one === same ? { ...one, workspace: saved.workspace } : one))
  return own.length >= mostOwn ? 'full' : [...own, { ...saved, name }]
}

/** Renames a workspace; an empty name, or one that another has, changes nothing. */
export function renameOwn(own: readonly OwnWorkspace[], id: string, typed: string): readonly OwnWorkspace[] {
  const name = typed.trim()
  if (name === '' || own.some((one) => one.name === name)) return own
  return own.map((one) => (one.id === id ? { ...one, name } : one))
}

/** Brings a deleted workspace back to its place, if there is still room for it. */
export const restoreOwn = (
  own: readonly OwnWorkspace[],
  deleted: OwnWorkspace,
  at: number,
): readonly OwnWorkspace[] => (own.length >= mostOwn ? own : own.toSpliced(at, 0, deleted))
