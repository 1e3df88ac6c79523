import type { LanguageCode } from '@candor/texts/languages.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { createStore } from './store.ts'

export const themes = ['system', 'paper', 'ink'] as const
export type Theme = (typeof themes)[number]
export const movePalettes = ['green-up', 'red-up', 'blue-up'] as const
export type MovePalette = (typeof movePalettes)[number]
export const layouts = ['device', 'desktop', 'mobile'] as const
export type LayoutWish = (typeof layouts)[number]

export interface Preferences {
  readonly theme: Theme
  /** null: as the language has it. */
  readonly moves: MovePalette | null
  readonly layout: LayoutWish
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((one) => one === text) ?? null

const store = createStore<Preferences>({
  theme: oneOf(themes, readStored('theme')) ?? 'system',
  moves: oneOf(movePalettes, readStored('moves')),
  layout: oneOf(layouts, readStored('layout')) ?? 'device',
})

export const preferencesNow = store.get
export const followPreferences = store.subscribe

export function choosePreferences(change: Partial<Preferences>): void {
  const next = { ...store.get(), ...change }
  writeStored('theme', next.theme)
  writeStored('moves', next.moves)
  writeStored('layout', next.layout)
  store.set(next)
}

/** Red means up where these languages are read (look-and-feel, tokens). */
export const usualMoves = (language: LanguageCode): MovePalette =>
  ['zh', 'hk', 'ja', 'ko'].includes(language) ? 'red-up' : 'green-up'

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

/** Puts theme and colours on the page; CSS does the rest. */
export function dressPage(language: LanguageCode): void {
  const { theme, moves } = store.get()
  const shown = theme === 'system' ? (darkSystem().matches ? 'ink' : 'paper') : theme
  const root = document.documentElement
  root.dataset.theme = shown
  root.dataset.moves = moves ?? usualMoves(language)
  const bar = document.querySelector('meta[name="theme-color"]')
  bar?.setAttribute('content', shown === 'ink' ? '#0e1216' : '#fbfaf7')
}

export function followSystemTheme(listener: () => void): () => void {
  const query = darkSystem()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
