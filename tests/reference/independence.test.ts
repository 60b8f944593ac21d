import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'tests/reference'

test('the reference evaluator runs no code of the product', () => {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(5)
  const imports = files.flatMap((name) =>
    [...readFileSync(`${FOLDER}/${name}`, 'utf8').matchAll(/^import (?:[^']|\n)*?'([^']+)'/gm)].map(([line, from]) => ({
      name,
      line,
      from: from ?? '',
    })),
  )
  expect(imports.length).toBeGreaterThan(files.length)
  const running = imports.filter(
    ({ line, from }) => !line.startsWith('import type') && !from.startsWith('#tests/reference/'),
  )
  expect(running).toEqual([])
  expect(imports.filter(({ from }) => from.startsWith('#server/'))).toEqual([])
})

test('each file says which part of the semantics it implements', () => {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.test.ts'))
  const without = files.filter(
    (name) => !readFileSync(`${FOLDER}/${name}`, 'utf8').startsWith('// Reference evaluator: '),
  )
  expect(without).toEqual([])
})
