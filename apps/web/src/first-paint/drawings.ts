import { buttonClass } from '@candor/ui/controls/button-class.ts'
import type { Layout } from '../shell/layout.ts'
import type { FirstWords } from './words.ts'

/** Facts about a visit that are known before the program has loaded. */
export interface Visit {
  readonly words: FirstWords
  readonly layout: Layout
  readonly path: string
  readonly signedIn: boolean
  readonly demo: boolean
  readonly sandbox: boolean
  /** The language by its own name, for the board. */
  readonly languageName: string
  readonly boardLeft: boolean
}

const mark = (classes: string): string =>
  `<svg viewBox="0 0 32 32" class="${classes}"><rect width="32" height="32" rx="8" class="fill-accent"/><path d="M20.6 10.1a7.5 7.5 0 1 0 0 11.8" fill="none" stroke-width="3.4" stroke-linecap="round" class="stroke-on-accent"/><circle cx="23" cy="16" r="2.1" class="fill-on-accent"/></svg>`
const waiting = (classes: string): string => `<span class="skeleton block ${classes}"></span>`
const times = (count: number, markup: string): string => markup.repeat(count)

const bare: readonly string[] = ['/pass/register', '/pass/login', '/pass/unfreeze', '/pass/reset']
const tabPaths: readonly string[] = ['/', '/market', '/trading', '/nfts', '/profile']

/** Draws the page from the data that the browser has stored: the frame, the first words, placeholders for the rest. */
export function drawPage(visit: Visit): string {
  const content = `${sandboxLine(visit)}${bar(visit)}<div class="flex flex-1 flex-col">${page(visit)}</div>`
  const withBoard = visit.layout === 'mobile' && visit.path === '/' && !visit.boardLeft
  return `<div class="flex min-h-dvh flex-col">${content}</div>${bottomTabs(visit)}${withBoard ? board(visit) : ''}`
}

function sandboxLine({ sandbox, words }: Visit): string {
  if (!sandbox) return ''
  return `<p class="flex items-center justify-center gap-1.5 border-hairline border-b bg-sunken px-4 py-1 text-center text-12 text-ink-2"><span class="size-3.5 shrink-0"></span>${words.sandbox}</p>`
}

function bar({ words, layout, signedIn, demo }: Visit): string {
  const ground = signedIn && demo ? 'bg-warn-wash' : 'bg-surface'
  if (layout === 'desktop')
    return `<div class="flex h-14 items-center border-hairline border-b px-4 xl:px-6 ${ground}">${mark('size-7')}<span class="ms-2 font-semibold text-[1.0625rem] tracking-[-0.02em] max-xl:hidden">${words.brand}</span></div>`
  const signIn = signedIn ? '' : `<span class="me-3 text-14 font-medium text-accent">${words.signIn}</span>`
  return `<div class="flex h-12 items-center border-hairline border-b ps-4 pe-1.5 ${ground}">${mark('size-6.5')}<span class="ms-2 me-auto font-semibold text-16 tracking-[-0.02em] max-[22.4rem]:invisible max-[22.4rem]:w-0">${words.brand}</span>${signIn}</div>`
}

function bottomTabs({ layout, path, words }: Visit): string {
  if (layout === 'desktop' || bare.includes(path)) return ''
  const tab = (name: string, at: number) => {
    const here = tabPaths[at] === path ? 'font-semibold text-ink' : 'text-ink-3'
    return `<span class="flex h-14 flex-col items-center justify-center gap-1 text-12 ${here}"><span class="size-5"></span><span class="max-w-full truncate px-1">${name}</span></span>`
  }
  return `<div class="absolute inset-x-0 bottom-0 grid grid-cols-5 border-hairline border-t bg-surface">${words.tabs.map(tab).join('')}</div>`
}

function page(visit: Visit): string {
  const { path, layout, words } = visit
  if (path === '/') return home(visit)
  if (path === '/market') return layout === 'desktop' ? marketDesktop() : marketList(visit)
  if (path === '/pass/register') return form(words.registerTitle, words.registerLead, aside)
  if (path === '/pass/login') return form(words.loginTitle, words.loginLead)
  return `<div class="mx-auto w-full max-w-page px-4 py-8 md:px-6">${waiting('h-8 w-56')}${waiting('mt-6 h-40')}${times(4, waiting('mt-3 h-4'))}</div>`
}

function home({ layout, words, signedIn }: Visit): string {
  const narrow = layout === 'mobile'
  if (signedIn) return ownHome
  const head = `<div class="${narrow ? '' : 'max-w-[54rem]'}"><p class="text-balance font-semibold text-ink ${narrow ? 'text-28' : 'text-40'}" data-first="headline">${words.headline}</p><p class="mt-3 max-w-line text-ink-2 ${narrow ? 'text-14' : 'text-16'}">${words.lead}</p><div class="mt-6 flex flex-wrap items-center gap-3"><span class="${buttonClass('primary', 'l', narrow)}">${words.openDemo}</span><span class="${buttonClass('secondary', 'l', narrow)}">${words.goToMarket}</span></div><p class="mt-4 max-w-line text-14 text-ink-3">${words.risk}</p></div>`
  if (narrow)
    return `<div class="flex flex-col gap-6 px-4 pt-6">${head}${waiting('h-44')}${waiting('h-96')}</div>`
  return `<div class="mx-auto flex w-full max-w-page flex-col gap-8 px-6 pt-12"><div class="grid items-center gap-x-16 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">${head}${waiting('h-72 max-xl:hidden')}</div>${waiting('h-96')}</div>`
}

/** Home of a customer, as it looks while its parts load. */
const ownHome = `<div class="mx-auto w-full max-w-page px-4 pt-6 md:px-6 md:pt-8">${waiting('h-5 w-24')}${waiting('mt-2 h-11 w-56')}<div class="mt-6 grid gap-4 lg:grid-cols-2">${waiting('h-64')}${waiting('h-64')}</div></div>`

const row = `<div class="flex min-h-15 items-center gap-3 border-hairline/60 border-b px-4">${waiting('size-8 shrink-0 rounded-full')}<span class="flex flex-1 flex-col gap-1.5">${waiting('h-3.5 w-20')}${waiting('h-3 w-14')}</span>${waiting('h-5 w-16')}${waiting('h-4 w-16')}</div>`

const marketList = ({ words }: Visit): string =>
  `<div class="px-4 pt-3"><div class="flex h-11 items-center rounded-s border border-hairline-strong/60 bg-surface ps-9 text-16 text-ink-3">${words.search}</div></div><div class="h-11 border-hairline border-b"></div>${times(14, row)}`

const marketDesktop = (): string =>
  `<div class="grid flex-1 grid-cols-[17.5rem_minmax(0,1fr)_21.25rem] bg-surface max-xl:grid-cols-[13.5rem_minmax(0,1fr)_19rem] max-lg:grid-cols-[minmax(0,1fr)_19rem]"><div class="border-hairline border-e max-lg:hidden">${times(14, row)}</div><div class="flex flex-col gap-4 p-4">${waiting('h-8 w-64')}${waiting('h-96')}</div><div class="flex flex-col gap-3 border-hairline border-s p-4">${times(12, waiting('h-4'))}</div></div>`

/** The column next to a form on wide screens. */
const aside = `<div class="hidden w-80 shrink-0 pt-2 lg:block">${waiting('h-64')}</div>`

const form = (title: string, lead: string, sideColumn = ''): string =>
  `<div class="mx-auto flex w-full max-w-page flex-1 justify-center gap-16 px-4 py-8 md:px-6 md:py-14"><div class="w-full max-w-form"><p class="text-balance font-semibold text-28 text-ink" data-first="title">${title}</p><p class="mt-2 max-w-line text-16 text-ink-2">${lead}</p><div class="mt-8 flex flex-col gap-5">${times(4, waiting('h-18'))}</div></div>${sideColumn}</div>`

function board({ words, languageName }: Visit): string {
  return `<div class="absolute inset-0 flex flex-col bg-ground px-6 pt-3 pb-6"><div class="flex h-10 items-center justify-between text-14 text-ink-2"><span class="ps-8">${languageName}</span><span class="px-4 font-medium">${words.boardSkip}</span></div><div class="my-auto">${mark('size-14')}<p class="mt-8 text-balance font-semibold text-40 text-ink">${words.boardTitle}</p><p class="mt-4 text-16 text-ink-2">${words.boardText}</p></div><span class="${buttonClass('primary', 'l', true)}">${words.boardContinue}</span></div>`
}
