export interface ArticleText {
  readonly id: string
  readonly title: string
  /** Plain text. */
  readonly description: string
  /** Markdown. */
  readonly body: string
}

const head = /^# (.+) \{#([a-z0-9-]+)\}$/

/**
 * Parses a file of articles. Each starts with `# Title {#id}`; its first paragraph, marked with `> `, is its description, and the rest is
 * its body. Without a body, the article consists of its description.
 */
export function readArticles(markdown: string): ArticleText[] {
  return markdown
    .replaceAll('\r\n', '\n')
    .split(/^(?=# )/m)
    .filter((part) => part.trim() !== '')
    .map(readArticle)
}

function readArticle(part: string): ArticleText {
  const [first = '', ...rest] = part.trim().split('\n')
  const [, title, id] = head.exec(first) ?? []
  if (title === undefined || id === undefined) throw new Error(`“${first}” is not “# Title {#id}”`)
  const [described = '', ...paragraphs] = rest
    .join('\n')
    .trim()
    .split(/\n{2,}/)
  if (!described.startsWith('> ')) throw new Error(`“${id}” does not begin with what describes it`)
  const description = described.replace(/^> ?/gm, '').replaceAll('\n', ' ')
  const body = paragraphs.join('\n\n')
  return { id, title, description, body: body === '' ? description : body }
}
