import { megabytes } from '@candor/texts/code-text.ts'
import type { Translate } from '@candor/texts/translate.ts'
import { Button, IconButton } from '@candor/ui/controls/button.tsx'
import { Field } from '@candor/ui/controls/field.tsx'
import { TextArea } from '@candor/ui/controls/text-area.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { ImageUp, SendHorizontal, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { callServer } from '../session/calls/call-server.ts'
import { failureText } from '../session/calls/failure.ts'
import { createIntent } from '../session/calls/intent.ts'
import { useT, useWords } from '../session/language/language.ts'
import { PictureInput } from '../uploads/picture-input.tsx'
import { megabytesText, percentText, uploadFailureText } from '../uploads/upload-text.ts'
import { type Upload, type UploadState, useUpload } from '../uploads/use-upload.ts'

const longestText = 4000

/** Input for the next message. The text stays when sending fails, and a retry sends the same message. */
export function Composer() {
  const t = useT()
  const { text, type, problem, busy, upload, send } = useMessage()
  const form = useRef<HTMLFormElement>(null)
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} noValidate onSubmit={send} className="border-hairline border-t p-4">
      <Field label={t('support.field')} error={problem}>
        {(control) => (
          <TextArea
            {...control}
            dir="auto"
            rows={2}
            maxLength={longestText}
            value={text}
            onKeyDown={onKey}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
      </Field>
      <Attached upload={upload} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <PickPicture upload={upload} />
        <Button
          type="submit"
          busy={busy}
          icon={<SendHorizontal aria-hidden className="mirrored size-4" />}
          disabled={upload.state.at === 'sending'}
        >
          {t('support.send')}
        </Button>
      </div>
    </form>
  )
}

/** The message that is being written, with its picture, and its sending. */
function useMessage() {
  const t = useT()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [fileId, setFileId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [intent] = useState(() => createIntent())
  const upload = useUpload({ purpose: 'support', fileId, onChange: setFileId })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const message = { text: text.trim(), ...(fileId === null ? {} : { fileId }) }
    if (message.text === '' && fileId === null) {
      setProblem(t('support.missing'))
      return
    }
    setBusy(true)
    setProblem(null)
    try {
      await callServer('sendSupport', { ...message, once: intent.keyFor(message) })
      intent.complete()
      setText('')
      upload.remove()
      await queries.invalidateQueries({ queryKey: ['listSupport'] })
    } catch (failure) {
      setProblem(failureText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  const type = (typed: string) => {
    setText(typed)
    setProblem(null)
  }
  return { text, type, problem, busy, upload, send }
}

function PickPicture({ upload }: { readonly upload: Upload }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <PictureInput ref={input} aria-label={t('support.attach')} onFile={upload.take} />
      <Button
        variant="quiet"
        icon={<ImageUp aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        {t('support.attach')}
      </Button>
    </>
  )
}

function stateText(state: UploadState, t: Translate, tag: string): string {
  if (state.at === 'sending') return t('kyc.upload.sending', { percent: percentText(state.share, tag) })
  return state.at === 'failed' ? uploadFailureText(t, state) : t('kyc.upload.done')
}

/** The picture attached to the message, with the progress of its upload. */
function Attached({ upload }: { readonly upload: Upload }) {
  const { t, tag } = useWords()
  const { state, preview } = upload
  if (state.at === 'empty') return null
  if (state.at === 'large') {
    const size = megabytesText(state.file, tag)
    return (
      <div role="status" className="mt-3 flex flex-wrap items-center gap-2 text-14 text-ink-2">
        {t('kyc.upload.large', { size, most: megabytes(state.mostBytes) })}
        <Button size="s" variant="secondary" onClick={upload.shrink}>
          {t('kyc.upload.shrink')}
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-3 flex items-center gap-3 text-14">
      {preview !== null && <img src={preview} alt="" className="size-12 rounded-s object-cover" />}
      <p role="status" className={state.at === 'failed' ? 'text-bad' : 'text-ink-2'}>
        {stateText(state, t, tag)}
      </p>
      {state.at === 'failed' && state.reason === null && (
        <Button size="s" variant="secondary" onClick={upload.retry}>
          {t('shell.retry')}
        </Button>
      )}
      <IconButton label={t('kyc.upload.remove')} onClick={upload.remove}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
