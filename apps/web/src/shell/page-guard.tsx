import { Button } from '@candor/ui/button.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { Unplug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useT } from '../session/language.ts'

/** A page that fails says so and leaves the frame usable: the way home stays. */
export class PageGuard extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <PageFailed /> : this.props.children
  }
}

function PageFailed() {
  const t = useT()
  return (
    <EmptyState
      icon={<Unplug aria-hidden />}
      title={t('shell.pageFailed.title')}
      text={t('shell.pageFailed.text')}
      action={<Button onClick={() => location.reload()}>{t('shell.pageFailed.act')}</Button>}
    />
  )
}
