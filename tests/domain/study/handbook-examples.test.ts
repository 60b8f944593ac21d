import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseStudy } from '#domain/study/parse-study.ts'
import { printStudy } from '#domain/study/print-study.ts'
import { resolveDeclaration } from '#domain/study/resolve-study.ts'
import type { StudyLookup } from '#domain/study/study-lookup.ts'
import { orderStudy } from '#domain/study/study-order.ts'
import { STUDY_LOOKUP } from '#tests/support/study-lookup.ts'

const page = readFileSync('src/guide/handbook/studies.md', 'utf8')
const examples = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)

/** The declared names of a text are known. */
function lookupOf(text: string): StudyLookup {
  const nodes = parseStudy(text).declarations.flatMap((node) => (node.kind === 'download' ? [] : [node]))
  const ids = new Map(nodes.map(({ name }, place) => [name.text.toUpperCase(), 100 + place]))
  const names = new Map(nodes.map(({ name }, place) => [100 + place, name.text]))
  return {
    ...STUDY_LOOKUP,
    cohort: (name) => ids.get(name.toUpperCase()) ?? STUDY_LOOKUP.cohort(name),
    cohortName: (id) => names.get(id) ?? STUDY_LOOKUP.cohortName(id),
    set: (name) => (ids.has(name.toUpperCase()) ? name : STUDY_LOOKUP.set(name)),
    variable: (name) =>
      ids.has(name.toUpperCase())
        ? { name, dataType: 'categorical', codes: [], meanings: {} }
        : STUDY_LOOKUP.variable(name),
  }
}

function itemsOf(text: string, lookup: StudyLookup) {
  const { declarations, problems } = parseStudy(text)
  expect([problems, orderStudy(declarations).problems]).toEqual([[], []])
  return declarations.map((node) => {
    const resolved = resolveDeclaration(node, lookup)
    return 'item' in resolved ? resolved.item : expect.fail(JSON.stringify(resolved.problems))
  })
}

test('finds the examples of the handbook', () => {
  expect(examples.length).toBeGreaterThan(3)
})

test.each(examples)('%s', (example) => {
  const lookup = lookupOf(example)
  const items = itemsOf(example, lookup)
  expect(itemsOf(printStudy(items, lookup), lookup)).toEqual(items)
})
