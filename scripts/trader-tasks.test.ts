import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { titlesIn } from './requirement-lines.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Task {
  readonly number: number
  readonly words: string
  readonly file: string
  readonly title: string
}

/** Reads the numbered lines of the list. */
function tasksIn(page: string): readonly Task[] {
  const rows = page.matchAll(/^\| (\d+) \| ([^|]+) \| [^|]+ \| `([^`]+)` › (.+) \|$/gm)
  return [...rows].map(([, number, words = '', file = '', title = '']) => ({
    number: Number(number),
    words,
    file,
    title,
  }))
}

/** The titles of the tests that are tagged as tasks, in the text of a file. */
function taggedIn(source: string): readonly string[] {
  const starts = [...source.matchAll(/^\s*(?:test(?:\.\w+)*)\(/gm)].map(({ index }) => index)
  const tests = starts.map((from, at) => source.slice(from, starts[at + 1]))
  return tests
    .filter((one) => /\btag: (?:\[[^\]]*'@task'[^\]]*\]|'@task')/.test(one))
    .flatMap((one) => titlesIn(one).slice(0, 1))
}

const isNamed = (title: string, named: string): boolean =>
  named.endsWith(' …') ? title.startsWith(named.slice(0, -2)) : title === named

const tasks = tasksIn(read('docs/guides/trader-tasks.md'))
const files = ['e2e', 'e2e/tasks'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.journey.ts'))
    .map((name) => `${folder}/${name}`),
)
const tagged = files.flatMap((file) => taggedIn(read(file)).map((title) => ({ file, title })))

test('I15.14: the list has fifty tasks, each once and in order', () => {
  expect(tasks.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(new Set(tasks.map(({ words }) => words)).size).toBe(50)
})

test('I15.14: each task names one tagged journey, and each tagged journey is the one of a task', () => {
  const faults = tasks
    .map((task) => ({
      ...task,
      journeys: tagged.filter(({ file, title }) => file === task.file && isNamed(title, task.title)),
    }))
    .filter(({ journeys }) => journeys.length !== 1)
    .map(({ number, journeys }) => `task ${number} names ${journeys.length} journeys`)
  const unnamed = tagged
    .filter(({ file, title }) => !tasks.some((task) => task.file === file && isNamed(title, task.title)))
    .map(({ file, title }) => `no task names ${file} › ${title}`)
  expect([...faults, ...unnamed]).toEqual([])
  expect(tagged).toHaveLength(50)
})

test('I15.14: at least ten tasks are done in every `npm test`, and those of the list alone in none', () => {
  const inEveryRun = tasks.filter(({ file }) => !file.startsWith('e2e/tasks/'))
  expect(inEveryRun.length).toBeGreaterThanOrEqual(10)
  expect(inEveryRun.length).toBeLessThan(50)
  const config = read('e2e/playwright.config.ts')
  expect(config).toContain(`const ofTasksAlone = tasksOnly ? [] : ['e2e/tasks/*.journey.ts']`)
  expect(config.match(/testIgnore: \[.*\.\.\.ofTasksAlone\]/g)).toHaveLength(2)
  expect(JSON.parse(read('package.json'))).toHaveProperty(['scripts', 'e2e:tasks'])
  expect(read('scripts/test.mjs')).not.toContain('CANDOR_TASKS')
})

test.each([
  ["test('one', { tag: '@task' }, async () => {})", ['one']],
  ["test('one', {\n  tag: ['@one-size', '@task'],\n}, async () => {})", ['one']],
  ["test('one', { tag: '@one-size' }, async () => {})\ntest('two', { tag: '@task' }, x)", ['two']],
  ["test('one', async () => {})", []],
])('tags are read from %j', (source, titles) => {
  expect(taggedIn(source)).toEqual(titles)
})
