import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { mayRead, type Reader } from '#domain/access.ts'
import { CUSTOM_LEVELS_MAX } from '#domain/limits.ts'
import { previewSubset } from '#server/engine/cohorts/subset.ts'
import { previewConstruct } from '#server/engine/counts/custom-variable-preview.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import type { AnyVariable, CustomVariable } from '#server/model/variable.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { notCountedFields } from '#tests/reference/condition.ts'
import { Individual } from '#tests/reference/individual.ts'
import type { MadeVariable } from '#tests/reference/made.ts'
import {
  arbitraryDeepVariables,
  arbitraryMadeVariables,
  arbitraryWideVariable,
  studyOfTwoForms,
} from '#tests/support/arbitrary-custom-variables.ts'
import { arbitraryReader, memoryEngine } from '#tests/support/memory-engine.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { inOrder, loadStudy, type Study } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const engine = memoryEngine()

const ADMIN: Reader = { isAdmin: true, collections: [] }
const condition = fc.constantFrom(
  { operator: 'EQ', values: ['one'] } as const,
  { operator: 'NEQ', values: ['two'] } as const,
  { operator: 'EQ', values: ['[UNK]'] } as const,
)

test('custom variables nested three deep match the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(
      studyOfTwoForms,
      arbitraryMadeVariables,
      condition,
      arbitraryReader,
      async (study, made, condition, reader) => {
        await loadStudy(engine.database, study)
        const variables = resolveMade(createCatalog(await readCatalog(engine.connection)), made, 'multiple')
        for (const variable of variables) {
          expect(await valuesOf(variable, reader), variable.name).toEqual(
            referenceValues(study, made, variable.name, reader),
          )
        }
        const [last] = variables.slice(-1)
        if (!last) return
        const subset = { parent: { cohortId: 1, reader }, variable: last, condition }
        const split = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
        const notCounted: string[] = []
        for (const { id, collection } of study.participants) {
          const person = new Individual(study, made, id, mayRead(reader, collection))
          const outcome = person.outcome(last.name, condition)
          if (outcome === true) split.match++
          else if (outcome === null && person.hasUnreadText(last.name)) notCounted.push(collection)
          else if (!person.answer(last.name).hasRecord) split.no_record++
          else if (outcome === false) split.no_match++
          else split.unknown++
        }
        const { data: counted, split: shownSplit } = await previewSubset(engine.connection, engine.bitmaps, subset)
        expect(shownSplit).toEqual({ ...split, ...notCountedFields(notCounted) })
        expect(counted.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(split.match)
        await comparePreview(study, made, last, reader)
      },
    ),
    { numRuns: 15 },
  )
})

test('twelve levels of custom variables match the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(studyOfTwoForms, arbitraryDeepVariables(CUSTOM_LEVELS_MAX), async (study, made) => {
      await loadStudy(engine.database, study)
      const variables = resolveMade(createCatalog(await readCatalog(engine.connection)), made, 'multiple')
      for (const variable of variables.slice(-4)) {
        expect(await valuesOf(variable, ADMIN), variable.name).toEqual(
          referenceValues(study, made, variable.name, ADMIN),
        )
      }
      const [last] = variables.slice(-1)
      if (last) await comparePreview(study, made, last, ADMIN)
    }),
    { numRuns: 10 },
  )
})

test.each([
  ['fit words of 62 bits', [3, 20, 20, 61, 40, 3]],
  ['exceed a word of 62 bits', [3, 20, 20, 61, 62, 3]],
])('definitions on sources whose values %s match the reference implementation', async (_, valueCounts) => {
  await fc.assert(
    fc.asyncProperty(arbitraryWideVariable(valueCounts), async ({ study, made }) => {
      await loadStudy(engine.database, study)
      const [last] = resolveMade(createCatalog(await readCatalog(engine.connection)), made, 'multiple').slice(-1)
      if (!last) return
      expect(await valuesOf(last, ADMIN)).toEqual(referenceValues(study, made, last.name, ADMIN))
      await comparePreview(study, made, last, ADMIN)
    }),
    { numRuns: 8 },
  )
})

async function comparePreview(study: Study, made: readonly MadeVariable[], rule: CustomVariable, reader: Reader) {
  const allRecords = study.participants.map(({ id, collection }) => {
    const person = new Individual(study, made, id, mayRead(reader, collection))
    const answer = person.answer(rule.name)
    return { ...answer, collection, isCounted: answer.isKnown || !person.hasUnreadText(rule.name) }
  })
  const participants = allRecords.filter(({ isCounted }) => isCounted)
  const unread = allRecords.filter(({ isCounted }) => !isCounted).map(({ collection }) => collection)
  const preview = await previewConstruct(engine.connection, engine.bitmaps, {
    rule,
    cohortId: 1,
    cross: null,
    reader,
  })
  const among = (holds: (answer: (typeof participants)[number]) => boolean) => participants.filter(holds).length
  const { values, split, ...rest } = preview
  expect({
    ...rest,
    given: values.reduce((sum, { count }) => sum + (count ?? 0), 0) + (rest.default ?? 0),
    all: split && split.match + split.no_match + split.unknown + split.no_record,
    notCounted: { not_counted: split?.not_counted, not_counted_collections: split?.not_counted_collections },
  }).toMatchObject({
    ...notCountedFields(unread),
    notCounted: notCountedFields(unread),
    given: among(({ isKnown }) => isKnown),
    unknown: among(({ value }) => value === '[UNK]'),
    no_record: among(({ hasRecord }) => !hasRecord),
    no_answer: among(({ value, hasRecord }) => value === null && hasRecord),
    all: participants.length,
  })
}

const Row = v.object({ value: v.nullable(v.string()), has_record: v.boolean() })

async function valuesOf(variable: AnyVariable, reader: Reader) {
  const answers = new Answers(engine.connection.dialect, { cohortId: 1, reader })
  const { value, hasRecord } = answers.answerTo(variable)
  return rowsOf(
    engine.connection,
    Row,
    sql`${answers.tables} SELECT ${value} AS value, ${hasRecord} AS has_record FROM person ORDER BY individual_no`,
  )
}

function referenceValues(study: Study, made: readonly MadeVariable[], name: string, reader: Reader) {
  return inOrder(study.participants).map(({ id, collection }) => {
    const { value, hasRecord } = new Individual(study, made, id, mayRead(reader, collection)).answer(name)
    return { value, has_record: hasRecord }
  })
}
