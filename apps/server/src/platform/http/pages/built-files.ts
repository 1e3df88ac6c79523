import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Compressed forms that the build writes beside a file, the smallest first: content coding and ending. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const isCompressed = (name: string): boolean => codings.some(([, ending]) => name.endsWith(ending))

/** A build under way removes files. */
function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const yearSeconds = 31_536_000

/**
 * Files of a built app as they were when the server started: one that goes on running after a new build in its place serves the pages and the
 * parts of one version. Names below `assets/` have a hash and are cached for ever; everything else is asked for again each time.
 */
class BuiltFiles {
  /** By path below the app's folder, with `/`. */
  private readonly files: ReadonlyMap<string, Buffer>
  private readonly etags = new Map<string, string>()

  constructor(folder: string) {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    this.files = new Map(
      found.flatMap(({ parentPath, name }): [string, Buffer][] => {
        const file = join(parentPath, name)
        const bytes = readIfThere(file)
        return bytes === null ? [] : [[relative(folder, file).split(sep).join('/'), bytes]]
      }),
    )
  }

  /** The text of a file; empty where there is none. */
  textOf(path: string): string {
    return this.files.get(path)?.toString() ?? ''
  }

  /** Sends a file in the smallest form that the client reads, or 304 to one that has it; a path without a file is not found. */
  send(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const plain = isCompressed(path) ? undefined : this.files.get(path)
    if (plain === undefined) return void reply.callNotFound()
    const immutable = path.startsWith('assets/')
    const etag = this.etagOf(path, plain)
    reply.headers({
      'cache-control': immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      ...{ etag, vary: 'accept-encoding' },
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const packed = this.packedFor(path, String(request.headers['accept-encoding'] ?? ''))
    if (packed !== null) return reply.header('content-encoding', packed.coding).send(packed.bytes)
    return reply.send(plain)
  }

  private packedFor(path: string, reads: string): { readonly coding: string; readonly bytes: Buffer } | null {
    for (const [coding, ending] of codings) {
      const bytes = this.files.get(path + ending)
      if (bytes !== undefined && new RegExp(`\\b${coding}\\b`).test(reads)) return { coding, bytes }
    }
    return null
  }

  /** Weak: the same for all forms of a file. */
  private etagOf(path: string, plain: Buffer): string {
    const known =
      this.etags.get(path) ?? `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    this.etags.set(path, known)
    return known
  }
}

const byFolder = new Map<string, BuiltFiles>()

/** Reads an app once in the life of the process, however many servers it has. */
export function builtFilesIn(folder: string): BuiltFiles {
  const files = byFolder.get(folder) ?? new BuiltFiles(folder)
  byFolder.set(folder, files)
  return files
}
