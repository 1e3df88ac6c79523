import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { Unplug } from 'lucide-react'
import { Component, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { dropFirstPaint } from '../first-paint/drop.ts'
import { useT } from '../session/language/language.ts'

interface Guarded {
  readonly children: ReactNode
  /** Shown in place of the part that failed. */
  readonly instead: ReactNode
}

class Guard extends Component<Guarded, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

/** Shows an error for a failed page and keeps the frame usable, with its way home. */
export const PageGuard = ({ children }: { readonly children: ReactNode }) => (
  <Guard instead={<PageFailed />}>{children}</Guard>
)

/** A part of the frame that loads later. When it fails, for instance because the server is gone, everything else stays. */
export const Later = ({
  children,
  meanwhile,
}: {
  readonly children: ReactNode
  readonly meanwhile?: ReactNode
}) => (
  <Guard instead={meanwhile}>
    <Suspense fallback={meanwhile}>{children}</Suspense>
  </Guard>
)

function PageFailed() {
  const t = useT()
  useLayoutEffect(dropFirstPaint, [])
  return (
    <EmptyState
      icon={<Unplug aria-hidden />}
      title={t('shell.pageFailed.title')}
      text={t('shell.pageFailed.text')}
      action={<Button onClick={() => location.reload()}>{t('shell.pageFailed.act')}</Button>}
    />
  )
}
