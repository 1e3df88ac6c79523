import type { PageModule } from './page-loaders.ts'

const pages = import.meta.glob<PageModule>([
  '../*/*-page.tsx',
  '!../home/home-page.tsx',
  '!../markets/*-page.tsx',
])

/** A room's page, or, while the product does not have it, the page that says so. */
export const laterPage = (file: string): Promise<PageModule> =>
  (pages[`../${file}-page.tsx`] ?? (() => import('./not-yet-page.tsx')))()
