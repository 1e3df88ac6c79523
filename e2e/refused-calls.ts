import type { Page, Response } from '@playwright/test'

const mostLines = 20
let lines: string[] = []

const keep = (line: string) => {
  lines = [...lines, line].slice(-mostLines)
}

/** Keeps what the server refuses this page, and what does not reach it, so that a journey that fails can tell. */
export function watchCalls(page: Page): void {
  page.on('response', (response) => void keepRefusal(response))
  page.on('requestfailed', (request) => keep(`${pathOf(request.url())} ${request.failure()?.errorText}`))
}

/** Takes the newest lines, oldest first. */
export const takeRefusedCalls = (): readonly string[] => lines.splice(0)

const pathOf = (url: string): string => new URL(url).pathname

async function keepRefusal(response: Response): Promise<void> {
  const headers = response.headers()
  // A refusal is short. What is long enough to be compressed need not be fetched from the browser.
  if (headers['content-encoding'] !== undefined) return
  if (headers['content-type']?.startsWith('application/json') !== true) return
  // A page that was left has no body any more.
  const body: unknown = await response.json().catch(() => null)
  const { code, result } = { code: 200, result: null, ...(body as object) }
  if (code === 200 || (code > 20_000 && code < 20_100)) return
  keep(`${pathOf(response.url())} ${response.status()} ${code} ${JSON.stringify(result).slice(0, 200)}`)
}
