/** Takes away what index.html drew meanwhile: the page itself is there. */
export const dropFirstPaint = (): void => document.getElementById('first-paint')?.remove()
