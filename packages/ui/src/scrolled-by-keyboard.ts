/** For a scrolling box without controls of its own: it must be reachable by keyboard (WCAG 2.1.1). */
export const scrolledByKeyboard = { tabIndex: 0 } as const
