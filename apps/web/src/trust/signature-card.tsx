import { classNames } from '@candor/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useWords } from '../session/language/language.ts'
import {
  checkSignature,
  keysAddress,
  loadKeys,
  type SignatureState,
  type SignedDocument,
} from './check-signature.ts'

const looks: Readonly<Record<SignatureState, { icon: typeof ShieldCheck; box: string; text: string }>> = {
  valid: { icon: ShieldCheck, box: 'border-good bg-good-wash', text: 'text-good' },
  invalid: { icon: ShieldAlert, box: 'border-bad bg-bad-wash', text: 'text-bad' },
  unknownKey: { icon: ShieldAlert, box: 'border-bad bg-bad-wash', text: 'text-bad' },
  unsupported: { icon: CircleHelp, box: 'border-hairline bg-surface', text: 'text-ink-2' },
  noKeys: { icon: CircleHelp, box: 'border-hairline bg-surface', text: 'text-ink-2' },
}

/** Checks in the reader's own browser that a document is genuine. Undefined while it is checked. */
function useSignature(receipt: SignedDocument): SignatureState | undefined {
  const { data } = useQuery({
    queryKey: ['signature', receipt.keyId, receipt.signature],
    queryFn: async () => checkSignature(receipt, await loadKeys()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The same in one line, for a page that shows a part of the document. */
export function SignatureLine({ receipt }: { readonly receipt: SignedDocument }) {
  const { t } = useWords()
  const state = useSignature(receipt)
  const { icon: Icon, text } = looks[state ?? 'noKeys']
  return (
    <p className="mt-2 flex items-start gap-2 text-14 text-ink-2">
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', text)} />
      {t(`receipts.signature.${state ?? 'checking'}`)}
    </p>
  )
}

/** Checks in the reader's own browser that this receipt is genuine. */
export function SignatureCard({ receipt }: { readonly receipt: SignedDocument }) {
  const { t } = useWords()
  const state = useSignature(receipt)
  const look = state === undefined ? null : looks[state]
  const Icon = look?.icon ?? CircleHelp
  return (
    <section
      aria-label={t('receipts.signature.title')}
      className={classNames(
        'flex items-start gap-3 rounded-m border px-4 py-4 md:px-5',
        look?.box ?? 'border-hairline bg-surface',
      )}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-6 shrink-0', look?.text ?? 'text-ink-3')} />
      <div className="min-w-0">
        <p role="status" className="font-semibold text-16 text-ink">
          {t(`receipts.signature.${state ?? 'checking'}`)}
        </p>
        {(state === 'valid' || state === 'invalid') && (
          <p className="mt-0.5 break-words text-12 text-ink-2">
            {t('receipts.signature.by', { address: keysAddress, keyId: receipt.keyId })}
          </p>
        )}
      </div>
    </section>
  )
}
