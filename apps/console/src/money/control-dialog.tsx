import type { Holding } from '@candor/contract'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { useEffect, useState } from 'react'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { momentOf } from '../shell/moments.ts'
import { TextField } from '../shell/text-field.tsx'

const refusedWords = {
  unreadable: 'This is not a valid signature. Paste it in full, as the wallet shows it.',
  other:
    'Signed with a different key or over a different text. Sign the text above with the key of this address.',
  too_big: 'This is not a valid signature. Paste it in full, as the wallet shows it.',
} as const

const hints: Readonly<Record<NonNullable<Holding['network']>, string>> = {
  BTC: 'Base64. BIP-322 for bc1q and bc1p, or the older form of Bitcoin Core and Electrum. Multi-signature addresses are not supported.',
  ERC20: 'Hexadecimal, 65 bytes (EIP-191). Contract addresses are not supported.',
  ETH: 'Hexadecimal, 65 bytes (EIP-191). Contract addresses are not supported.',
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
      title={`Proof of control for “${name}”`}
      act="Submit proof"
      disabled={challenge.data === undefined}
      busy={show.isPending}
      error={challenge.error ?? (issue === null ? show.error : null)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Sign this text with the key of the address, using your wallet’s “sign message” function. The text and
        signature are published with the daily proof so that anyone can check them.
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
        <p className="text-12 text-ink-3">{`Valid once, until ${momentOf(expiresAt)}`}</p>
        <CopyButton value={message} label="Copy text" />
      </div>
    </div>
  )
}
