// `npm run test:packages`: a release of this commit, made twice; then each way to run it, as far as this machine has its tools.
// Each starts as a sandbox, serves pages and calls, reconciles and ends within ten seconds. Takes minutes, and needs a registry.
import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request as requestPlainly } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from './stages.mjs'

const folder = await mkdtemp(join(tmpdir(), 'candor-packages-'))
const say = (line) => process.stdout.write(`${line}\n`)
/** nginx lies where only root looks. */
const path = `${process.env.PATH}${delimiter}/usr/sbin`
const isThere = (tool) => path.split(delimiter).some((one) => existsSync(join(one, tool)))

/** Runs a program to its end; throws with what it printed where it failed. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    execFile(command, args, { maxBuffer: 1e8, ...options }, (error, stdout, stderr) =>
      error === null
        ? resolve(stdout)
        : reject(new Error(`${command} ${args[0]}: ${stderr || error.message}`)),
    )
  })
}

/** Makes a release of a commit in a clone of its own. */
async function makeRelease(name, commit) {
  const clone = join(folder, name)
  await run('git', ['clone', '--quiet', '--shared', projectRoot, clone])
  await run('git', ['checkout', '--quiet', commit], { cwd: clone })
  for (const modules of ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules'])
    if (existsSync(join(projectRoot, modules)))
      await cp(join(projectRoot, modules), join(clone, modules), { recursive: true, verbatimSymlinks: true })
  const advisories = join(folder, 'none.json')
  await writeFile(advisories, '{"vulnerabilities":{}}')
  await run(
    process.execPath,
    ['scripts/release.mjs', '--to', join(clone, 'release'), '--advisories', advisories],
    {
      cwd: clone,
    },
  )
  const [title] = await readdir(join(clone, 'release'))
  return join(clone, 'release', title)
}

const sumOf = async (file) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** Starts the program as a sandbox, looks at it as a visitor and an operator do, reconciles, and ends it. */
async function serves(start, reconcile) {
  const server = start()
  // Said where its address is waited for.
  server.on('error', () => undefined)
  let output = ''
  const hear = (chunk) => {
    output += chunk
  }
  server.stdout.on('data', hear)
  server.stderr.on('data', hear)
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const url = await addressIn(() => output, server)
    for (const [path, expected] of [
      ['/', /<!doctype html>/],
      ['/console/', /<!doctype html>/],
      ['/docs/openapi.json', /"openapi"/],
      ['/readyz', /"ready"|ok/],
    ]) {
      const response = await fetch(url + path)
      const text = await response.text()
      if (!response.ok || !expected.test(text))
        throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    }
    if (!/clean/.test(await reconcile())) throw new Error('the ledger does not reconcile')
  } catch (error) {
    throw new Error(`${error.message}\n${output.slice(-2_000)}`)
  } finally {
    const asked = Date.now()
    server.kill('SIGTERM')
    await Promise.race([ended, sleep(60_000)])
    say(`    ended ${((Date.now() - asked) / 1000).toFixed(1)} s after it was asked to`)
    server.kill('SIGKILL')
  }
}

async function addressIn(output, server) {
  for (let waited = 0; waited < 180_000; waited += 100) {
    const found = /Candor is at (http:\/\/\S+)/.exec(output())
    if (found !== null && /console is at/.test(output())) return found[1]
    if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`)
    if (server.pid === undefined) throw new Error('it could not be started')
    await sleep(100)
  }
  throw new Error('it did not start')
}

const started = (command, args, options) => () => spawn(command, args, { ...options, stdio: 'pipe' })

/** One way to run the release: what it needs, and what is done with it. */
const ways = [
  {
    name: 'two releases of one commit have the same bytes',
    tools: ['git'],
    test: async (state) => {
      const commit = (await run('git', ['rev-parse', 'HEAD'], { cwd: projectRoot })).trim()
      const one = await makeRelease('one', commit)
      const names = (await readdir(one)).toSorted()
      state.program = join(
        one,
        names.find((name) => name.endsWith('.tgz')),
      )
      const two = await makeRelease('two', commit)
      const differing = []
      for (const name of names)
        if ((await sumOf(join(one, name))) !== (await sumOf(join(two, name)))) differing.push(name)
      if (differing.length > 0) throw new Error(`${differing.join(', ')} differ`)
      say(`    ${names.join(', ')}`)
    },
  },
  {
    name: 'npm installs the program without development packages, and it serves',
    tools: ['npm'],
    test: async ({ program }) => {
      const home = join(folder, 'installed')
      await mkdir(home)
      await run('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', program], { cwd: home })
      const packages = await readdir(join(home, 'node_modules'))
      for (const unwanted of ['typescript', 'esbuild', 'vite', 'vitest', 'playwright'])
        if (packages.includes(unwanted)) throw new Error(`${unwanted} is installed`)
      const command = join(home, 'node_modules/.bin/candor')
      await serves(started(command, ['start', '--port', '0', '--data', join(home, 'data')]), () =>
        run(command, ['reconcile', '--data', join(home, 'data')]),
      )
    },
  },
  {
    name: 'the Debian package has the program, and it serves',
    tools: ['dpkg-deb', 'npm'],
    test: async ({ program }) => {
      const [made, root] = [join(folder, 'deb'), join(folder, 'debian-root')]
      await mkdir(made)
      await run('deploy/debian/build.sh', [program, made], { cwd: projectRoot })
      const [name] = await readdir(made)
      await run('dpkg-deb', ['--extract', join(made, name), root])
      const command = join(root, 'usr/lib/candor/candor.mjs')
      const data = join(folder, 'deb-data')
      await serves(started(process.execPath, [command, 'start', '--port', '0', '--data', data]), () =>
        run(process.execPath, [command, 'reconcile', '--data', data]),
      )
    },
  },
  {
    name: 'the image is built without a daemon, and it serves',
    tools: ['buildah', 'mmdebstrap', 'npm'],
    test: async ({ program }) => {
      const image = 'candor-packages-test'
      await run('deploy/image/build.sh', [program, image], { cwd: projectRoot })
      const container = (await run('buildah', ['from', image])).trim()
      const inside = (...words) => ['run', '--isolation', 'chroot', container, '--', 'candor', ...words]
      try {
        await serves(started('buildah', inside('start', '--port', '0')), () =>
          run('buildah', inside('reconcile')),
        )
      } finally {
        await run('buildah', ['rm', container])
        await run('buildah', ['rmi', image])
      }
    },
  },
  {
    name: 'the unit is one that systemd accepts',
    tools: ['systemd-analyze'],
    test: async () => {
      const unit = join(folder, 'candor.service')
      const text = await readFile(join(projectRoot, 'deploy/systemd/candor.service'), 'utf8')
      // The command of the unit is installed by the Debian package.
      await writeFile(unit, text.replace('/usr/bin/candor', '/bin/true').replace(/^Documentation=.*$/m, ''))
      await run('systemd-analyze', ['verify', unit])
    },
  },
  {
    name: 'Caddy passes calls, pages and WebSockets, and refuses what is too large',
    tools: ['caddy'],
    test: () => behindProxy(startCaddy),
  },
  {
    name: 'nginx passes calls, pages and WebSockets, and refuses what is too large',
    tools: ['nginx', 'openssl'],
    test: () => behindProxy(startNginx),
  },
]

/** Starts the installed program behind a proxy and looks through it: a page, a request that is too large, a socket. */
async function behindProxy(startProxy) {
  const command = join(folder, 'installed/node_modules/.bin/candor')
  const [port, outside] = [await freePort(), await freePort()]
  const data = join(folder, `data-${outside}`)
  const args = ['start', '--port', String(port), '--data', data, '--trust-proxy', '127.0.0.1']
  const server = spawn(command, args, { stdio: 'pipe' })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const { origin, proxy } = await startProxy(port, outside)
  try {
    await addressIn(() => output, server)
    const page = await send(`${origin}/`)
    if (!/<!doctype html>/.test(page.body)) throw new Error(`the page was answered ${page.status}`)
    const large = await send(`${origin}/swx/customer/login/login`, Buffer.alloc(11 * 1024 * 1024))
    // Caddy begins to pass on what it will refuse: the server, which reads the length, may be first with its own refusal.
    if (large.status !== 413 && !isRefusal(large.body))
      throw new Error(`a request of 11 MB was answered ${large.status}: ${large.body.slice(0, 200)}`)
    await upgraded(`${origin}/websocket/message`)
  } catch (error) {
    throw new Error(`${error.message}\n${output.slice(-1_000)}`)
  } finally {
    server.kill('SIGTERM')
    proxy.kill('SIGTERM')
  }
}

function isRefusal(body) {
  try {
    return JSON.parse(body).code > 10_000
  } catch {
    return false
  }
}

function freePort() {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    }),
  )
}

/** Sends a request as soon as the proxy listens; its certificate is made for the test. */
async function send(url, body, waited = 0) {
  try {
    return await sendOnce(url, body)
  } catch (error) {
    if (error.code !== 'ECONNREFUSED' || waited > 30_000) throw error
    await sleep(100)
    return send(url, body, waited + 100)
  }
}

function sendOnce(url, body) {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https') ? requestOverTls : requestPlainly
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(url, { method, rejectUnauthorized: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Resolves once a WebSocket is open. */
function upgraded(url) {
  const request = url.startsWith('https') ? requestOverTls : requestPlainly
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket' },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': randomBytes(16).toString('base64') },
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, rejectUnauthorized: false }, ({ statusCode }) =>
      reject(new Error(`the WebSocket was answered ${statusCode}`)),
    )
    sent.once('upgrade', (_response, socket) => {
      socket.destroy()
      resolve()
    })
    sent.once('error', reject)
    sent.end()
  })
}

async function startCaddy(port, outside) {
  const env = {
    ...process.env,
    ...{ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    ...{ CANDOR_SITE: `http://localhost:${outside}`, CANDOR_UPSTREAM: `127.0.0.1:${port}` },
  }
  const args = ['run', '--adapter', 'caddyfile', '--config', join(projectRoot, 'deploy/proxies/Caddyfile')]
  return { origin: `http://localhost:${outside}`, proxy: spawn('caddy', args, { env, stdio: 'ignore' }) }
}

async function startNginx(port, outside) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', key, '-out', certificate],
  ])
  const sample = await readFile(join(projectRoot, 'deploy/proxies/nginx.conf'), 'utf8')
  const site = sample
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${outside} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${await freePort()}`)
    .replace('/etc/ssl/candor/fullchain.pem', certificate)
    .replace('/etc/ssl/candor/privkey.pem', key)
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off;\n${site}\n}\n`,
  )
  return {
    origin: `https://localhost:${outside}`,
    proxy: spawn('nginx', ['-c', file], { env: { ...process.env, PATH: path }, stdio: 'ignore' }),
  }
}

const state = {}
let [passed, failed] = [0, 0]
try {
  for (const { name, tools, test } of ways) {
    const missing = tools.filter((tool) => !isThere(tool))
    if (missing.length > 0) {
      say(`- ${name}: not tested, ${missing.join(' and ')} missing`)
      continue
    }
    say(`• ${name} …`)
    try {
      await test(state)
      passed += 1
    } catch (error) {
      failed += 1
      say(`  FAILED: ${error.message}`)
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
say(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
