import type { Layout } from '../layout.ts'

const desktop = () => import('./desktop-frame.tsx').then((file) => ({ default: file.DesktopFrame }))
const mobile = () => import('./mobile-frame.tsx').then((file) => ({ default: file.MobileFrame }))

/** The frame of each layout, a part of its own: a phone does not load the desktop's. */
export const frameLoaders = { desktop, mobile } as const satisfies Record<Layout, unknown>
