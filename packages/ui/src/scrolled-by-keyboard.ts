/** For a box that scrolls and holds no control of its own: it must be reached by the keyboard (WCAG 2.1.1). */
export const scrolledByKeyboard = { tabIndex: 0 } as const
