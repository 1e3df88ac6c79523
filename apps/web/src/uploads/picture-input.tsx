import type { InputHTMLAttributes, Ref } from 'react'

const kinds = 'image/jpeg,image/png,image/jp2,.jp2,.j2k,.jpf'

interface PictureInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref: Ref<HTMLInputElement>
  readonly onFile: (file: File) => void
}

/** The browser's own choice of a picture, opened by a button of the page. The same file can be chosen again. */
export function PictureInput({ onFile, ...rest }: PictureInputProps) {
  return (
    <input
      {...rest}
      type="file"
      accept={kinds}
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        event.currentTarget.value = ''
        if (file !== undefined) onFile(file)
      }}
    />
  )
}
