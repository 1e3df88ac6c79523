import { kindOf, longest, type Placeholder } from '../../packages/texts/src/check/describe-key.ts'
import { longestForm } from '../../packages/texts/src/check/lengths.ts'
import { compile } from '../../packages/texts/src/read-catalog.ts'

/** One text as the page shows it. */
export interface DescribedText {
  readonly key: string
  readonly english: string
  readonly own: string
  readonly places: readonly string[]
  readonly note: string | null
  readonly placeholders: readonly Placeholder[]
}

export interface TextsPage {
  readonly language: { readonly name: string; readonly tag: string; readonly direction: string }
  readonly texts: readonly DescribedText[]
  /** Pictures by the name of their place, as addresses relative to the page. */
  readonly pictures: ReadonlyMap<string, string>
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br>')

/** Writes the texts of a language next to the English, grouped by their first place, as one HTML page. */
export function pageHtml({ language, texts, pictures }: TextsPage): string {
  const groups = new Map<string, DescribedText[]>()
  for (const text of texts) {
    const place = text.places[0] ?? text.note ?? 'no place'
    groups.set(place, [...(groups.get(place) ?? []), text])
  }
  const sections = [...groups].sort(([a], [b]) => a.localeCompare(b))
  const parts = sections.map(([place, own]) => section(place, own, pictures.get(place)))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Texts: ${escaped(language.name)}</title>
<style>${style}</style><h1>${escaped(language.name)}: ${texts.length} texts</h1>
<p>Terms are in glossary.json of the language. A length in red is over what fits.</p>
${parts.join('\n').replaceAll('<td class="own">', `<td class="own" lang="${language.tag}" dir="${language.direction}">`)}</html>
`
}

function section(place: string, texts: readonly DescribedText[], picture: string | undefined): string {
  const shown = picture === undefined ? '' : `<img loading="lazy" alt="" src="${escaped(picture)}">`
  return `<h2>${escaped(place)}</h2>${shown}<table><tr><th>Key<th>English<th>Text<th>Description</tr>
${texts.map(row).join('\n')}</table>`
}

function row({ key, english, own, places, note, placeholders }: DescribedText): string {
  const also = places.slice(1).map((place) => `also ${place}`)
  const values = placeholders.map(({ name, takes }) => `{${name}}: ${takes}`)
  const about = [note, ...also, ...values].filter((one) => one !== null)
  return `<tr><td>${escaped(key)}<td>${escaped(english)}<td class="own">${escaped(own)}
<td>${size(key, english, own)}<br>${about.map(escaped).join('<br>')}</tr>`
}

/** States the length of the longest form next to the one that fits, as `npm run check` compares them. */
function size(key: string, english: string, own: string): string {
  const kind = kindOf(key, longestForm(compile(key, english)))
  const { length } = longestForm(compile(key, own))
  const words = `${kind}, ${length} of ${longest[kind]} characters`
  return length > longest[kind] ? `<b>${words}</b>` : words
}

const style = `body{font:14px/1.5 system-ui;margin:2rem;max-width:90rem}table{border-collapse:collapse;width:100%}
td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:start;vertical-align:top}td:first-child{overflow-wrap:anywhere;width:14%}
td:nth-child(4){width:24%;color:#555}img{max-width:24rem;border:1px solid #ccc;margin:.5rem 0}b{color:#b00}`
