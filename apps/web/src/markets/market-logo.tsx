import { classNames } from '@candor/ui/class-names.ts'

/** A market's logo, drawn by our own server; its space is reserved while it loads. */
export function MarketLogo({
  logo,
  size = 24,
  className,
}: {
  readonly logo: string
  readonly size?: number
  readonly className?: string
}) {
  return (
    <img
      src={logo}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className={classNames('shrink-0 rounded-full bg-sunken', className)}
      style={{ width: size, height: size }}
    />
  )
}
