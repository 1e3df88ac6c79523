import { readForThisVisit } from '../session/browser-storage.ts'
import { frameLoaders } from './frame/frame-loaders.ts'
import type { Layout } from './layout.ts'
import { prepared } from './prepared.tsx'
import { routes } from './routes.tsx'

export const frames = { desktop: prepared(frameLoaders.desktop), mobile: prepared(frameLoaders.mobile) }
export const board = prepared<object>(async () => {
  const { IntroBoard } = await import('./frame/intro-board.tsx')
  return { default: IntroBoard }
})

/** Waits for the parts of the first drawing. The app loads a missing part again and shows the error. */
export async function bringFirstParts(path: string, layout: Layout): Promise<void> {
  const page = routes.find((one) => one.path === path)
  const withBoard = layout === 'mobile' && path === '/' && readForThisVisit('boardDismissed') !== '1'
  await Promise.allSettled([frames[layout].bring(), page?.bring(), withBoard && board.bring()])
}
