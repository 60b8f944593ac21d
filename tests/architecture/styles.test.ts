import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`)
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const sheets = files.filter((file) => file.endsWith('.module.css'))
const sources = files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, textOf(file)] as const)

/** The classes that a style sheet declares. */
function classesOf(sheet: string): string[] {
  const selectors = textOf(sheet)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
  return [...new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''))]
}

/** The classes of a style sheet that are used, by import name; null for a computed name. */
function usedOf(sheet: string): Set<string> | null {
  const used = new Set<string>()
  for (const [, text] of sources) {
    const [, name] =
      new RegExp(String.raw`import (\w+) from '#[\w/-]*/${basename(sheet).replaceAll('.', '\\.')}'`).exec(text) ?? []
    if (name === undefined || !text.includes(sheet.replace('src/', '#'))) continue
    for (const [, , literal] of text.matchAll(new RegExp(String.raw`\b${name}\[('([\w-]+)'|[^\]]*)\]`, 'g'))) {
      if (literal === undefined) return null
      used.add(literal)
    }
  }
  return used
}

test('finds the style sheets and their classes', () => {
  expect(sheets.length).toBeGreaterThan(30)
  expect(classesOf('src/ui/button.module.css')).toContain('spinner')
})

test.each(sheets)('declares in %s exactly the classes that are used', (sheet) => {
  const declared = classesOf(sheet)
  const used = usedOf(sheet)
  expect(used?.size).not.toBe(0)
  if (used === null) return
  expect(declared.filter((name) => !used.has(name))).toEqual([])
  expect([...used].filter((name) => !declared.includes(name))).toEqual([])
})

test.each(sheets)(
  'lets :has() in %s look below a class, not below every element: each insertion would restyle the page',
  (sheet) => {
    const text = textOf(sheet).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    expect(
      [...text.matchAll(/(?:^|[\s>+~,])(?:[a-z]+|\*)?:has\([^{]*/gm)].map(([selector]) => selector.trim()),
    ).toEqual([])
  },
)
