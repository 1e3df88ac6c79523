import type { CallName } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CallInput } from '../session/calls/call-server.ts'
import { downloadFile } from '../session/calls/download.ts'
import { failureText } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'

interface DownloadButtonProps<N extends CallName> {
  /** A GET call whose response is a file. */
  readonly call: N
  readonly input: CallInput<N>
  readonly fileName: string
  /** Said once it is saved; left out: the browser shows it. */
  readonly done?: string
  readonly disabled?: boolean
  readonly size?: 's' | 'm'
  readonly children: ReactNode
}

/** Saves the file of a call; busy until it is there, and a failure is said. */
export function DownloadButton<N extends CallName>({
  call,
  input,
  fileName,
  done,
  disabled = false,
  size = 'm',
  children,
}: DownloadButtonProps<N>) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    downloadFile(call, input, fileName)
      .then(() => done !== undefined && toast(done, 'good'))
      .catch((error: unknown) => toast(failureText(t, error), 'bad'))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      variant="secondary"
      size={size}
      busy={busy}
      disabled={disabled}
      onClick={download}
      icon={<Download aria-hidden className="size-4" />}
    >
      {children}
    </Button>
  )
}
