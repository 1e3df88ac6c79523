import { operatorDetails } from '@candor/contract/content/operator-details.ts'
import type { ServerContext } from '../module.ts'

/** The operator's details that are filled, by name. */
export type FilledDetails = ReadonlyMap<string, string>

/** Reads the operator's details as they are now. */
export async function readDetails(parameters: ServerContext['parameters']): Promise<FilledDetails> {
  const values = await Promise.all(
    operatorDetails.map(
      async (detail) => [detail, String(await parameters.value(`operator.${detail}`))] as const,
    ),
  )
  const details = new Map<string, string>(values.filter(([, value]) => value !== ''))
  const [name, address] = [details.get('name'), details.get('address')]
  if (name !== undefined && address !== undefined) details.set('nameAndAddress', `${name}, ${address}`)
  return details
}

/**
 * Inserts the operator's details at the placeholders of an article, `[[name=the label]]`. A placeholder without its detail
 * keeps the label in the reader's language.
 */
export const fillDetails = (markdown: string, details: FilledDetails): string =>
  markdown.replace(/\[\[([A-Za-z]+)=([^[\]]+)\]\]/g, (_place, detail: string, label: string) => {
    const value = details.get(detail)
    return value === undefined ? `[[${label}]]` : plainInMarkdown(value)
  })

/** A detail is text: its signs are no marks of Markdown. */
const plainInMarkdown = (value: string): string => value.replace(/[\\`*_[\]<>~|#]/g, '\\$&')
