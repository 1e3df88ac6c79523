import type { OpsCalls, OpsInputOf } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { CallFailure, sentenceOf } from '../session/failure.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { DeedDialog, Line } from './work-dialogs.tsx'

type Chain = OpsInputOf<OpsCalls['opsNftAddWork']>['chain']
type Picture = OpsResult<'opsNftPicture'>

const chains = [
  { value: 'ethereum', label: 'Ethereum' },
  { value: 'polygon', label: 'Polygon' },
  { value: 'tron', label: 'Tron' },
] as const satisfies readonly { value: Chain; label: string }[]

const newCreator = 'new'

/** A work with its picture, its creator and its token; it is offered afterwards. */
export function AddWorkDialog({ onClose }: { readonly onClose: () => void }) {
  const creators = useOps('opsNftCreators', {})
  const addCreator = useOpsMutation('opsNftAddCreator')
  const addWork = useOpsMutation('opsNftAddWork')
  const [picture, setPicture] = useState<Picture | null>(null)
  const [creator, setCreator] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [about, setAbout] = useState('')
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [chain, setChain] = useState<Chain>('ethereum')
  const [address, setAddress] = useState('')
  const [tokenId, setTokenId] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = async () => {
    if (picture === null || creator === null) return setMissing(true)
    setMissing(false)
    const creatorId =
      creator === newCreator
        ? (await addCreator.mutateAsync({ name: name.trim(), about: about.trim() })).id
        : creator
    // Whatever is refused next, the creator is there and is not added twice.
    setCreator(creatorId)
    await addWork.mutateAsync({
      title: title.trim(),
      description: description.trim(),
      creatorId,
      pictureId: picture.id,
      chain,
      address: address.trim(),
      tokenId: tokenId.trim(),
    })
    toast(`“${title.trim()}” is a draft now. Offer it when it is ready.`, 'good')
    onClose()
  }
  return (
    <DeedDialog
      title="Add a work"
      act="Add it"
      busy={addCreator.isPending || addWork.isPending}
      error={addCreator.error ?? addWork.error}
      // The refusal is shown below the fields; nothing else is to be done here.
      onSubmit={() => void submit().catch(() => undefined)}
      onClose={onClose}
    >
      <PictureField picture={picture} onPicture={setPicture} />
      <Line label="Title" value={title} onValue={setTitle} most={120} />
      <Line label="Description" value={description} onValue={setDescription} most={2_000} />
      <Field label="Creator">
        {(control) => (
          <Select
            {...control}
            label="Creator"
            placeholder="Choose a creator"
            options={[
              ...(creators.data ?? []).map((one) => ({ value: one.id, label: one.name })),
              { value: newCreator, label: 'Somebody new …' },
            ]}
            value={creator}
            onChange={setCreator}
          />
        )}
      </Field>
      {creator === newCreator && (
        <>
          <Line label="Name of the creator" value={name} onValue={setName} most={80} />
          <Line
            label="About the creator"
            value={about}
            onValue={setAbout}
            most={600}
            hint="Customers read it."
          />
        </>
      )}
      <Field label="Chain">
        {(control) => (
          <Select {...control} label="Chain" options={chains} value={chain} onChange={setChain} />
        )}
      </Field>
      <Line label="Contract address" value={address} onValue={setAddress} most={120} />
      <Line label="Token number" value={tokenId} onValue={setTokenId} most={78} />
      {missing && <Banner tone="bad">A picture and a creator are needed.</Banner>}
    </DeedDialog>
  )
}

const fileRules: Readonly<Record<string, string>> = {
  size: 'The picture is above 2 MB.',
  format: 'This is no JPG, JPEG 2000 or PNG.',
  pixels: 'The picture has too many pixels.',
  small: 'The picture is too small: 200 pixels at least on each side.',
  broken: 'The picture cannot be read whole.',
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
          alt="As it is kept"
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
            JPG, JPEG 2000 or PNG, at most 2 MB. It is drawn anew without metadata.
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
