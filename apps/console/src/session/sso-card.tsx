import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { momentOf } from '../shell/moments.ts'
import { FactorsForm } from './credential-form.tsx'
import { leaveForProvider } from './sso.ts'
import { useOps, useOpsMutation } from './use-ops.ts'

/** The operator's own account at the installation's provider; nothing without single sign-on. */
export function SsoCard() {
  const { data } = useOps('opsSso', {})
  const [openDialog, setOpenDialog] = useState<'link' | 'unlink' | null>(null)
  const close = () => setOpenDialog(null)
  if (data === undefined || data === null) return null
  const { link, label } = data
  return (
    <Card>
      <SectionHead
        title={`Sign in with ${label}`}
        text={
          link === null
            ? 'Once linked, it replaces your password at sign-in. A matching email address alone does not link an account.'
            : `${link.account}, linked ${momentOf(link.linkedAt)}.`
        }
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setOpenDialog('link')}>
              {link === null ? 'Link an account' : 'Link another account'}
            </Button>
            {link !== null && (
              <Button variant="danger" onClick={() => setOpenDialog('unlink')}>
                Unlink
              </Button>
            )}
          </div>
        }
      />
      <Dialog open={openDialog === 'link'} onClose={close} title="Link an account">
        <LinkForm label={label} />
      </Dialog>
      <Dialog open={openDialog === 'unlink'} onClose={close} title="Unlink the account?">
        <UnlinkForm onDone={close} />
      </Dialog>
    </Card>
  )
}

function LinkForm({ label }: { readonly label: string }) {
  const start = useOpsMutation('opsSsoLinkStart')
  return (
    <FactorsForm
      text={`You will sign in with ${label} and then return here.`}
      passwordLabel="Your password"
      act="Continue"
      error={start.error}
      busy={start.isPending}
      onFactors={(factors) =>
        start.mutate(factors, { onSuccess: (begun) => leaveForProvider(begun, 'link') })
      }
    />
  )
}

function UnlinkForm({ onDone }: { readonly onDone: () => void }) {
  const unlink = useOpsMutation('opsSsoUnlink')
  const done = () => {
    toast('Account unlinked.', 'good')
    onDone()
  }
  return (
    <FactorsForm
      text="You can no longer sign in with it. Your password and your passkeys still work."
      passwordLabel="Your password"
      act="Unlink account"
      error={unlink.error}
      busy={unlink.isPending}
      onFactors={(factors) => unlink.mutate(factors, { onSuccess: done })}
    />
  )
}
