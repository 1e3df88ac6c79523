import { createElement, type ReactElement, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/**
 * Makes a component that draws an icon of the library `lucide-react`, which the builds of the customers' app use in place of the
 * library's own. Without a label it is hidden from screen readers.
 */
export function createIcon(shapes: readonly Shape[]) {
  const children: ReactElement[] = []
  for (const [tag, attributes] of shapes) children.push(createElement(tag, attributes))
  return function Icon({
    size = 24,
    ...rest
  }: SVGProps<SVGSVGElement> & { readonly size?: number | string }) {
    const attributes = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
    } as const
    return createElement('svg', { ...attributes, ...rest }, ...children)
  }
}
