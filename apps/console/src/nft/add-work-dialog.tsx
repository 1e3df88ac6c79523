import type { OpsCalls, OpsInputOf } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { CallFailure, sentenceOf } from '../session/failure.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { Line } from './work-dialogs.tsx'

type Chain = OpsInputOf<OpsCalls['opsNftAddWork']>['chain']
type Picture = OpsResult<'opsNftPicture'>

const chains = [
  { value: 'ethereum', label: 'Ethereum' },
  { value: 'polygon', label: 'Polygon' },
  { value: 'tron', label: 'Tron' },
] as const satisfies readonly { value: Chain; label: string }[]

const newCreator = 'new'

const emptyTexts = { name: '', about: '', title: '', description: '', address: '', tokenId: '' }
type Texts = typeof emptyTexts

/** A work with its picture, its creator and its token; it is offered afterwards. */
export function AddWorkDialog({ onClose }: { readonly onClose: () => void }) {
  const { draft, set, missing, busy, error, submit } = useNewWork(onClose)
  const line = (name: keyof Texts) => ({
    value: draft[name],
    onValue: (value: string) => set({ [name]: value }),
  })
  return (
    <FormDialog
      title="Add an artwork"
      act="Add artwork"
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <PictureField picture={draft.picture} onPicture={(picture) => set({ picture })} />
      <Line label="Title" most={120} {...line('title')} />
      <Line label="Description" most={2_000} {...line('description')} />
      <CreatorField creator={draft.creator} onCreator={(creator) => set({ creator })} />
      {draft.creator === newCreator && (
        <>
          <Line label="Creator’s name" most={80} {...line('name')} />
          <Line label="About the creator" most={600} hint="Shown to customers." {...line('about')} />
        </>
      )}
      <SelectField label="Chain" options={chains} value={draft.chain} onChange={(chain) => set({ chain })} />
      <Line label="Contract address" most={120} {...line('address')} />
      <Line label="Token ID" most={78} {...line('tokenId')} />
      {missing && <Banner tone="bad">Choose a picture and a creator.</Banner>}
    </FormDialog>
  )
}

interface Draft extends Texts {
  readonly picture: Picture | null
  /** Id of a known creator, or `newCreator`. */
  readonly creator: string | null
  readonly chain: Chain
}
const emptyDraft: Draft = { ...emptyTexts, picture: null, creator: null, chain: 'ethereum' }

/** Work as it is typed; submitting it adds a new creator first, then the work. */
function useNewWork(onClose: () => void) {
  const addCreator = useOpsMutation('opsNftAddCreator')
  const addWork = useOpsMutation('opsNftAddWork')
  const [draft, setDraft] = useState(emptyDraft)
  const [missing, setMissing] = useState(false)
  const set = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }))
  const creatorIdOf = async (creator: string) => {
    if (creator !== newCreator) return creator
    return (await addCreator.mutateAsync({ name: draft.name.trim(), about: draft.about.trim() })).id
  }
  const add = async () => {
    const { picture, creator, chain } = draft
    setMissing(picture === null || creator === null)
    if (picture === null || creator === null) return
    const creatorId = await creatorIdOf(creator)
    // Even if the next step is refused, the creator exists and is not added twice.
    set({ creator: creatorId })
    const title = draft.title.trim()
    await addWork.mutateAsync({
      title,
      description: draft.description.trim(),
      creatorId,
      pictureId: picture.id,
      chain,
      address: draft.address.trim(),
      tokenId: draft.tokenId.trim(),
    })
    closeWith(`“${title}” is saved as a draft. Offer it when it is ready.`, onClose)()
  }
  return {
    draft,
    set,
    missing,
    busy: addCreator.isPending || addWork.isPending,
    error: addCreator.error ?? addWork.error,
    // The refusal is shown below the fields; nothing else is to be done here.
    submit: () => void add().catch(() => undefined),
  }
}

function CreatorField({
  creator,
  onCreator,
}: {
  readonly creator: string | null
  readonly onCreator: (creator: string) => void
}) {
  const creators = useOps('opsNftCreators', {})
  return (
    <SelectField
      label="Creator"
      placeholder="Choose a creator"
      options={[
        ...(creators.data ?? []).map((one) => ({ value: one.id, label: one.name })),
        { value: newCreator, label: 'New creator …' },
      ]}
      value={creator}
      onChange={onCreator}
    />
  )
}

const fileRules: Readonly<Record<string, string>> = {
  size: 'The picture is larger than 2 MB.',
  format: 'The file is not a JPG, JPEG 2000 or PNG.',
  pixels: 'The picture has too many pixels.',
  small: 'The picture is too small. Each side needs at least 200 pixels.',
  broken: 'The picture is damaged and cannot be read.',
}

/** Says in plain words which rule a picture broke. */
function pictureSentence(error: Error): string {
  const reason =
    error instanceof CallFailure ? (error.details as { reason?: string } | null)?.reason : undefined
  return fileRules[reason ?? ''] ?? sentenceOf(error)
}

function PictureField({
  picture,
  onPicture,
}: {
  readonly picture: Picture | null
  readonly onPicture: (picture: Picture) => void
}) {
  const keep = useOpsMutation('opsNftPicture')
  const input = useRef<HTMLInputElement>(null)
  const upload = async (file: File | undefined) => {
    if (file === undefined) return
    keep.mutate({ data: await base64Of(file) }, { onSuccess: onPicture })
  }
  return (
    <div className="flex items-center gap-4">
      {picture === null ? (
        <span className="flex size-24 items-center justify-center rounded-s border border-hairline border-dashed bg-sunken text-ink-3">
          <ImageUp aria-hidden className="size-6" />
        </span>
      ) : (
        <img
          src={picture.thumbnail}
          alt="Stored version"
          width={96}
          height={96}
          className="size-24 rounded-s border border-hairline object-cover"
        />
      )}
      <div className="flex flex-col items-start gap-1.5">
        <input
          ref={input}
          type="file"
          aria-label="Picture"
          accept="image/jpeg,image/png,image/jp2,.jp2,.jpf,.jpx"
          className="sr-only"
          onChange={(event) => void upload(event.target.files?.[0])}
        />
        <Button variant="secondary" busy={keep.isPending} onClick={() => input.current?.click()}>
          {picture === null ? 'Choose a picture' : 'Choose another'}
        </Button>
        {keep.error === null ? (
          <p className="text-12 text-ink-3">
            JPG, JPEG 2000 or PNG, at most 2 MB. Stored as a new file without metadata.
          </p>
        ) : (
          <p role="alert" className="text-12 text-bad">
            {pictureSentence(keep.error)}
          </p>
        )}
      </div>
    </div>
  )
}

/** The file's bytes as base64, without the head of a data address. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'))
    reader.readAsDataURL(file)
  })
