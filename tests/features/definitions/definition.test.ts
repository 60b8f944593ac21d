import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Cohort } from '#contract/shapes/shapes.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { definitionText, FORMAT, readDefinition, stepOf, type Definition } from '#features/definitions/definition.ts'
import { AGE_GROUP } from '#tests/support/wire-drafts.ts'

const SET: Definition = { format: FORMAT, kind: 'variable-set', name: 'Mood', description: '', variables: ['AGE'] }

/** A chain of cohorts in which a step may be made from earlier ones alone. */
function cohortsFrom(sources: readonly (readonly [from: number | 'all', second?: number | 'all'])[]): string {
  const cohorts = sources.map(([from, second], place) => ({
    name: `Cohort ${place}`,
    cohort_type: 'compound',
    constraint_type: 'UNION',
    from,
    second,
  }))
  return JSON.stringify({ format: FORMAT, kind: 'cohort', cohorts })
}

describe('definition as text', () => {
  test('reads a definition unchanged', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.string(), { minLength: 1, maxLength: 5 }),
        (name, description, variables) => {
          const definition: Definition = { format: FORMAT, kind: 'variable-set', name, description, variables }
          expect(readDefinition(definitionText(definition))).toEqual(definition)
        },
      ),
    )
  })

  test('reads the definition of a custom variable unchanged', () => {
    const text = JSON.stringify({ format: FORMAT, kind: 'custom-variable', customVariables: [AGE_GROUP] })
    const definition = readDefinition(text)
    expect(definition).toMatchObject({ kind: 'custom-variable', customVariables: [{ name: AGE_GROUP.name }] })
    expect(definition && readDefinition(definitionText(definition))).toEqual(definition)
  })

  test.each([
    ['no JSON', 'AGE'],
    ['another format', definitionText({ ...SET, format: FORMAT }).replace(FORMAT, 'other')],
    ['an unknown kind', definitionText(SET).replace('"variable-set"', '"project"')],
    ['no variables', definitionText({ ...SET, variables: [] })],
    ['no cohort', cohortsFrom([])],
    ['a cohort that is its own parent', cohortsFrom([['all'], [1]])],
    ['a parent that comes later', cohortsFrom([['all', 1], ['all']])],
    ['a negative index', cohortsFrom([['all'], [-1]])],
    ['too many cohorts', cohortsFrom(Array.from({ length: 201 }, () => ['all']))],
  ])('rejects a definition with %s', (_case, text) => {
    expect(readDefinition(text)).toBeNull()
  })

  test('accepts a cohort whose parents come earlier in the list', () => {
    expect(readDefinition(cohortsFrom([['all'], [0], [1, 0]]))).not.toBeNull()
  })
})

describe('cohort as a step', () => {
  const cohort = (fields: object) => fromWire(v.parse(Cohort, { cohortid: 7, name: 'Adults', parent_id: 1, ...fields }))

  test('keeps the condition of a subset', () => {
    const subset = cohort({ variable_name: 'AGE', constraint_type: 'BETWEEN', constraint_values: ['18', '65'] })
    expect(stepOf(subset, 'all', null)).toMatchObject({ name: 'Adults', from: 'all', variable: 'AGE' })
    expect(JSON.stringify(stepOf(subset, 'all', null))).toContain('["18","65"]')
  })

  test.each(SET_OPERATIONS)('keeps both parents of a compound cohort by %s', (operation) => {
    expect(stepOf(cohort({ constraint_type: operation, secondparent_id: 3 }), 0, 1)).toMatchObject({
      from: 0,
      second: 1,
    })
  })

  test('returns no step for All Individuals or an unknown kind', () => {
    expect(stepOf(cohort({ constraint_type: null }), 'all', null)).toBeNull()
    expect(stepOf(cohort({ constraint_type: 'TELEPATHY' }), 'all', null)).toBeNull()
  })
})
