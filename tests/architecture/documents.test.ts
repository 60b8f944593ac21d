import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { IMPORT_BYTES_MAX, IMPORT_PIECE_BYTES } from '#domain/limits.ts'
import { DEFAULT_SETTINGS } from '#server/platform/configuration/settings.ts'
import { WAITING_MAX } from '#server/platform/scheduling/fair-queue.ts'
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

/** Files mentioned in a document, in backticks, links or pictures, except files that a recipe of CONTRIBUTING creates. */
function filesIn(document: string): string[] {
  const text = textOf(document).replaceAll(/^ *```md\n[\s\S]*?^ *```$/gm, '')
  const created = new Set(all(text, /New file `([^`]+)`:$/gm))
  const mentioned = all(text, /`((?:src|tests|commands|\.ci)\/[\w./-]+)`/g)
  const linked = all(text, /\]\(([^)#:]+)(?:#[\w-]+)?\)/g).map((file) => join(dirname(document), file))
  return [...mentioned, ...linked].filter((file) => !created.has(file))
}

describe.each(DOCUMENTS)('%s', (document) => {
  test('names only existing files', () => {
    const files = filesIn(document)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  test('names only existing npm scripts', () => {
    const named = all(textOf(document), /npm run (?:--silent )?([\w-]+)/g)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  test('links only to existing headings', () => {
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

test('finds the files that the documents name', () => {
  expect(DOCUMENTS.flatMap(filesIn).length).toBeGreaterThan(50)
})

test('limits README to 110 lines and links every page of the handbook from it', () => {
  expect(README.split('\n').length).toBeLessThanOrEqual(110)
  expect(PAGES.filter((page) => !README.includes(`](${page})`))).toEqual([])
})

test('documents every npm script in README or handbook', () => {
  const all = [README, ...PAGES.map(textOf)].join('\n')
  expect(
    Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?(-- ?\\w+ )?(--silent )?${name}\\b`).test(all)),
  ).toEqual(['format'])
})

/** The variables in the first column of a table. */
function settingsIn(document: string, heading: string): string[] {
  const section = document.slice(document.indexOf(`\n## ${heading}\n`)).split('\n## ')[1] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => all(row.split('|')[1] ?? '', /`([A-Z_]+)`/g))
}

test('documents every configuration variable once: at most ten in README, the others in the handbook', () => {
  const source = textOf('src/server/platform/configuration/configuration.ts')
  const read = all(source, /\b(?:read\(\s*|environment\[)'([A-Z_]+)'/g)
  const usual = settingsIn(README, 'Configuration')
  const further = settingsIn(pageOf('operate'), 'Further settings')
  expect(read.length).toBeGreaterThan(8)
  expect([...usual, ...further].toSorted()).toEqual(read.toSorted())
  expect(usual.length).toBeLessThanOrEqual(10)
})

test('documents the actual keys of commands in README', () => {
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

test('documents the actual rooms in the handbook', () => {
  const section = pageOf('architecture')
  const block = /```\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const rooms = all(block, /^([\w/-]+)\/ /gm)
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.toSorted()).toEqual(['commands', 'tests', ...folders.map(({ name }) => `src/${name}`)].toSorted())
  const features = /src\/features\/([\s\S]*?)\nsrc\/guide/.exec(block)?.[1]?.trim().split(/\s+/) ?? []
  expect(features.toSorted()).toEqual(readdirSync('src/features').toSorted())
})

test('documents the actual limits of costly calls in the handbook', () => {
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

test('documents the URL of the API description in the handbook', () => {
  expect(CAPABILITIES).toContain('openapi')
  expect(pageOf('api')).toContain('/api/v0/openapi.json')
})
