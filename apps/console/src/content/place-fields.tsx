import type { ArticleInHand } from '@candor/contract'
import { TextField } from '../shell/text-field.tsx'

export interface TypedPlace {
  readonly position: string
  readonly image: string
  /** Local time, as the browser's field writes it. */
  readonly publishedAt: string
}

export const typedOf = ({
  position,
  image,
  publishedAt,
}: Pick<ArticleInHand, 'position' | 'image' | 'publishedAt'>): TypedPlace => ({
  position: String(position),
  image: image ?? '',
  publishedAt: localOf(new Date(publishedAt)),
})

export const placeOf = ({ position, image, publishedAt }: TypedPlace) => ({
  position: Number(position),
  image: image.trim() === '' ? null : image.trim(),
  publishedAt: new Date(publishedAt).toISOString(),
})

const localOf = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export function PlaceFields({
  typed,
  onType,
}: {
  readonly typed: TypedPlace
  readonly onType: (typed: TypedPlace) => void
}) {
  const field = (name: keyof TypedPlace) => ({
    value: typed[name],
    onValue: (value: string) => onType({ ...typed, [name]: value }),
  })
  return (
    <>
      <TextField
        label="Published from"
        hint="In your own time zone. Until then, no one can read it."
        type="datetime-local"
        {...field('publishedAt')}
      />
      <TextField
        label="Position"
        hint="Lists start at 0. Among equal positions, the newest comes first."
        type="number"
        min={0}
        max={100000}
        {...field('position')}
      />
      <TextField
        label="Picture"
        hint="Optional. Its path on this installation, such as /picture.jpg."
        required={false}
        pattern="/[^/].*"
        {...field('image')}
      />
    </>
  )
}
