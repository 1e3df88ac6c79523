import type { Holding } from '@candor/contract'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { useEffect, useState } from 'react'
import { issuesOf } from '../proposals/proposal-dialog.tsx'
import { useOpsMutation } from '../session/use-ops.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { momentOf } from '../shell/moments.ts'
import { TextField } from '../shell/text-field.tsx'

const refusedWords = {
  unreadable: 'This is no signature. Paste it whole, as the wallet gives it.',
  other: 'Another key signed, or another text. Sign the text above with the key of this address.',
  too_big: 'This is no signature. Paste it whole, as the wallet gives it.',
} as const

const hints: Readonly<Record<NonNullable<Holding['network']>, string>> = {
  BTC: 'Base64. BIP-322 for bc1q and bc1p, or the older form of Bitcoin Core and Electrum. Not for addresses of several keys.',
  ERC20: 'Hexadecimal, 65 bytes (EIP-191). Not for contracts.',
  ETH: 'Hexadecimal, 65 bytes (EIP-191). Not for contracts.',
  TRC20: 'Hexadecimal, 65 bytes (TIP-191).',
}

interface ControlDialogProps {
  readonly name: string
  readonly network: NonNullable<Holding['network']>
  readonly onClose: () => void
}

/** Shows that an address is the operator's own: the server gives a text, the wallet signs it. */
export function ControlDialog({ name, network, onClose }: ControlDialogProps) {
  const { mutate: requestChallenge, ...challenge } = useOpsMutation('opsAskHoldingControl')
  const show = useOpsMutation('opsShowHoldingControl')
  const [signature, setSignature] = useState('')
  useEffect(() => requestChallenge({ name }), [requestChallenge, name])
  const issue = issuesOf(show.error, refusedWords)('signature')
  const submit = () => {
    if (challenge.data !== undefined)
      show.mutate({ id: challenge.data.id, name, signature }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={`Control of “${name}”`}
      act="Show control"
      disabled={challenge.data === undefined}
      busy={show.isPending}
      error={challenge.error ?? (issue === null ? show.error : null)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Sign this text with the key of the address, with your wallet’s “sign message”. Text and signature are
        published with the daily proof, so that anybody can check them.
      </p>
      {challenge.data === undefined && challenge.error === null && <SkeletonLines count={3} />}
      {challenge.data !== undefined && <TextToSign {...challenge.data} />}
      <TextField
        label="Signature"
        hint={hints[network]}
        error={issue}
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        className="figures"
        value={signature}
        onValue={setSignature}
      />
    </FormDialog>
  )
}

function TextToSign({ message, expiresAt }: { readonly message: string; readonly expiresAt: string }) {
  return (
    <div className="rounded-s bg-sunken p-3">
      <p className="figures whitespace-normal! text-14 text-ink [overflow-wrap:anywhere]">{message}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-12 text-ink-3">{`Good once, until ${momentOf(expiresAt)}`}</p>
        <CopyButton value={message} label="Copy the text" />
      </div>
    </div>
  )
}
