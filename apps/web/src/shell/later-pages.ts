import type { ComponentType } from 'react'

export type PageModule = { default: ComponentType }

const pages = import.meta.glob<PageModule>([
  '../*/*-page.tsx',
  '!../home/home-page.tsx',
  '!../trading/market-page.tsx',
  '!../trading/currency-page.tsx',
])

/** Loads a module's page; a route without one is a programming error, which every journey of the routes would find. */
export function laterPage(file: string): Promise<PageModule> {
  const load = pages[`../${file}-page.tsx`]
  return load === undefined ? Promise.reject(new Error(`there is no page ${file}`)) : load()
}
