import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { createRegistry } from '#command-kit/registry.ts'
import { IMPORT_BYTES_MAX, IMPORT_PIECE_BYTES } from '#domain/limits.ts'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { WAITING_MAX } from '#server/platform/scheduling/fair-queue.ts'
import { DEFAULT_SETTINGS } from '#server/platform/configuration/settings.ts'
import { spokenKeys } from '#ui/key-names.ts'

const HANDBOOK = 'src/guide/handbook'
const PAGES = readdirSync(HANDBOOK).map((file) => join(HANDBOOK, file))
const DOCUMENTS = ['README.md', '.github/CONTRIBUTING.md', ...PAGES]
const textOf = (file: string) => readFileSync(file, 'utf8')
const README = textOf('README.md')
const pageOf = (name: string) => textOf(join(HANDBOOK, `${name}.md`))
const { scripts } = v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), JSON.parse(textOf('package.json')))

/** Distinct matches of a pattern. */
function all(text: string, form: RegExp): string[] {
  return [...new Set([...text.matchAll(form)].map(([, found]) => found ?? ''))]
}

/** Files mentioned in a document, in backticks, links or pictures, except files the reader is to create. */
function filesIn(document: string): string[] {
  const text = textOf(document)
  const mentioned = all(text, /`((?:src|tests|commands|\.ci)\/[\w./-]+)`/g)
  const linked = all(text, /\]\(([^)#:]+)(?:#[\w-]+)?\)/g).map((file) => join(dirname(document), file))
  return [...mentioned, ...linked].filter((file) => !TO_BE_MADE.has(file))
}
const TO_BE_MADE = new Set([
  'src/features/dashboard/screens/about-screen.tsx',
  'src/guide/chapters/about.md',
  'src/domain/data-types/time.ts',
])

describe.each(DOCUMENTS)('%s', (document) => {
  test('every file it names is there', () => {
    const files = filesIn(document)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  test('every npm script it names is there', () => {
    const named = all(textOf(document), /npm run (?:--silent )?([\w-]+)/g)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  test('every place in a document that it links to is there', () => {
    for (const [, file = '', place = ''] of textOf(document).matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)) {
      const target = textOf(file === '' ? document : join(dirname(document), file))
      const places = all(target, /^#+ (.*)$/gm).map((title) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
      expect(places).toContain(place)
    }
  })
})

test('the documents name files, and are held to them', () => {
  expect(DOCUMENTS.flatMap(filesIn).length).toBeGreaterThan(50)
})

test('README is short, and leads to every page of the handbook', () => {
  expect(README.split('\n').length).toBeLessThanOrEqual(150)
  expect(PAGES.filter((page) => !README.includes(`](${page})`))).toEqual([])
})

test('README and handbook name every npm script', () => {
  const all = [README, ...PAGES.map(textOf)].join('\n')
  expect(
    Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?(-- ?\\w+ )?(--silent )?${name}\\b`).test(all)),
  ).toEqual(['format'])
})

test('README’s table of variables is what the configuration reads', () => {
  const source = textOf('src/server/platform/configuration/configuration.ts')
  const read = all(source, /\b(?:read\(\s*|environment\[)'([A-Z_]+)'/g)
  const section = README.slice(README.indexOf('\n## Configuration'), README.indexOf('\n## Bring your own data'))
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const mentioned = rows.flatMap((row) => all(row.split('|')[1] ?? '', /`([A-Z_]+)`/g))
  expect(read.length).toBeGreaterThan(8)
  expect(mentioned.toSorted()).toEqual(read.toSorted())
})

test('README’s keys are those of the commands it names', () => {
  const registry = createRegistry(commands)
  const section = README.slice(README.indexOf('\n## Keys'), README.indexOf('\n## Configuration'))
  const pairs = [...section.matchAll(/\| `([^`]+)` +\| ([^|]+?) +(?=\|)/g)].map(
    ([, keys = '', title = '']) => `${keys} ${title}`,
  )
  const bound = registry.ids.flatMap((id) => {
    const { title, keys = [] } = registry.command(id)
    return keys.map(
      ({ seq }) => `${spokenKeys(seq, false).replaceAll(' then ', ' ')} ${typeof title === 'string' ? title : ''}`,
    )
  })
  expect(pairs.length).toBeGreaterThan(25)
  expect(pairs.filter((pair) => !bound.includes(pair))).toEqual([])
})

test('the rooms of the handbook are the folders', () => {
  const section = pageOf('architecture')
  const block = /```\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const rooms = all(block, /^([\w/-]+)\/ /gm)
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.toSorted()).toEqual(['commands', 'tests', ...folders.map(({ name }) => `src/${name}`)].toSorted())
  const features = /src\/features\/([\s\S]*?)\nsrc\/guide/.exec(block)?.[1]?.trim().split(/\s+/) ?? []
  expect(features.toSorted()).toEqual(readdirSync('src/features').toSorted())
})

test('the handbook’s limits of costly calls are those of the server', () => {
  const page = pageOf('security')
  const section = page.slice(page.indexOf('\n## Costly calls'))
  const { requestMillisecondsMax: longestCall, simultaneousDownloads, bodyLimit } = DEFAULT_SETTINGS
  const MEGABYTE = 1024 * 1024
  for (const limit of [
    `ended after ${longestCall / 1_000} s`,
    `${simultaneousDownloads} at once`,
    `${WAITING_MAX} waiting calls`,
    `${bodyLimit / MEGABYTE} MB (a piece of an import ${IMPORT_PIECE_BYTES / MEGABYTE} MB)`,
    `${IMPORT_BYTES_MAX / MEGABYTE / 1024} GB`,
  ]) {
    expect(section).toContain(limit)
  }
})

test('the handbook names the address of the API’s description', () => {
  expect(CAPABILITIES).toContain('openapi')
  expect(pageOf('api')).toContain('/api/v0/openapi.json')
})
