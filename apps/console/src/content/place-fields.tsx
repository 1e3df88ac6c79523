import type { ArticleInHand } from '@candor/contract'
import { Field, TextInput } from '@candor/ui/field.tsx'

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
  return (
    <>
      <Field label="Shown from" hint="In your own time zone. Before it, nobody can read it.">
        {(control) => (
          <TextInput
            {...control}
            required
            type="datetime-local"
            value={typed.publishedAt}
            onChange={(event) => onType({ ...typed, publishedAt: event.target.value })}
          />
        )}
      </Field>
      <Field label="Position" hint="Lists go up from 0; of equal ones the newest comes first.">
        {(control) => (
          <TextInput
            {...control}
            required
            type="number"
            min={0}
            max={100000}
            value={typed.position}
            onChange={(event) => onType({ ...typed, position: event.target.value })}
          />
        )}
      </Field>
      <Field label="Picture" hint="Its address on this installation, such as /picture.jpg; may be empty.">
        {(control) => (
          <TextInput
            {...control}
            pattern="/[^/].*"
            value={typed.image}
            onChange={(event) => onType({ ...typed, image: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
