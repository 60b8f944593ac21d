import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A count before a plural noun or verb; limits are known to be more than one. */
const FIXED_PLURAL =
  /formatCount\((?!\w*_MAX\))[^`{}]*\)\}(?:<\/\w+>)? (?:individuals|studies|families|pedigrees|members|cohorts|variables|observations|values|answers|rows|columns|files|collections|are|were)\b/g

test('words agree with their count: "1 study", not "1 studies"', () => {
  const files = ['src', 'commands']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(
    (file) =>
      readFileSync(file, 'utf8')
        .match(FIXED_PLURAL)
        ?.map((text) => `${file}: ${text}`) ?? [],
  )
  expect(found).toEqual([])
})
