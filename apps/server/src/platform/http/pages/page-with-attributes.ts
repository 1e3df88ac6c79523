import type { FastifyReply, FastifyRequest } from 'fastify'
import { forPages, PreparedText } from './prepared-text.ts'

/** Values that the page carries as `data-…` of its root, by name. */
export type PageAttributes = Readonly<Record<string, string>>

/** A built page with what holds for this installation in it. It is made and compressed again when one of the values changes. */
export class PageWithAttributes {
  private readonly built: string
  private made: { readonly key: string; readonly text: PreparedText } | null = null

  constructor(built: string) {
    this.built = built
  }

  /** Sends it in the form this client reads, or 304 to one that has it. */
  send(attributes: PageAttributes, request: FastifyRequest, reply: FastifyReply) {
    const key = Object.entries(attributes)
      .map(([name, value]) => `data-${name}="${escaped(value)}"`)
      .join(' ')
    if (this.made?.key !== key) {
      const text = this.built.replace(/<html\b/, () => `<html ${key}`)
      this.made = { key, text: new PreparedText(text, forPages) }
    }
    reply.headers({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    return this.made.text.send(request, reply)
  }
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
