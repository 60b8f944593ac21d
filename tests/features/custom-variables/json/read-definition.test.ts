import { describe, expect, it } from 'vitest'
import { renamed } from '#contract/shapes/rename-variables.ts'
import { readDefinition, jsonLines } from '#features/custom-variables/json/read-definition.ts'

const TEXT = `{
  "name": "MOOD",
  "construct_type": "multiple",
  "variables": ["AGE",
    "SEX"],
  "values": [
    {"name": "a", "definition": {"relationship": "AND", "constraints": [
      {"variable_name": "AGE", "constraint_type": "LT", "constraint_value": "4"},
      {"relationship": "OR", "constraints": [
        {"variable_name": "THEIRS", "constraint_type": "EQ", "constraint_value": "1"}]}]}},
    {"name": "b", "definition": {"relationship": "AND", "constraints": []}}
  ]
}`

const errorsOf = (text: string) => {
  const read = readDefinition(text)
  return read.ok ? [] : read.errors
}

describe('JSON definition', () => {
  it('maps each path to its line', () => {
    const lines = jsonLines(TEXT)
    expect(
      ['', 'name', 'variables.1', 'values.0.definition.constraints.1.constraints.0', 'values.1.name'].map((path) =>
        lines.get(path),
      ),
    ).toEqual([1, 2, 5, 10, 11])
    expect(jsonLines('{"a,b:[": {"\\"": 1}}').has('a,b:[."')).toBe(true)
  })

  it('lists its variables with the line of their first use', () => {
    const read = readDefinition(TEXT)
    expect(read.ok && read.names).toEqual([
      { name: 'AGE', line: 4 },
      { name: 'SEX', line: 5 },
      { name: 'THEIRS', line: 10 },
    ])
  })

  it('renames variables throughout', () => {
    const read = readDefinition(TEXT)
    const next = read.ok ? renamed(read.construct, (name) => (name === 'THEIRS' ? 'SEX' : name.toLowerCase())) : null
    expect(next?.variables).toEqual(['age', 'sex'])
    expect(JSON.stringify(next)).not.toContain('THEIRS')
  })

  it.each([
    ['{\n"name": \n}', 3],
    ['', 1],
  ])('reports a syntax error for %j', (text, line) => {
    expect(errorsOf(text)).toEqual([{ line, message: 'Invalid JSON: a character is missing or superfluous here.' }])
  })

  it('reports schema errors by line', () => {
    const errors = errorsOf(TEXT.replace('"LT"', '7').replace('"multiple"', '"other"'))
    expect(errors.map(({ line }) => line)).toEqual([3, expect.any(Number)])
    expect(errors[0]?.message).toMatch(/^construct_type: /)
  })

  it('reports invalid names (spec section 5)', () => {
    expect(errorsOf(TEXT.replace('"MOOD"', '"ab"').replace('"b"', '"a b"'))).toEqual([
      { line: 2, message: 'Variable name is not long enough; minimum 3 characters' },
      { line: 11, message: 'Use up to 48 letters, digits or underscores.' },
    ])
    expect(errorsOf(TEXT.replace('"b"', '"a"'))).toEqual([{ line: 11, message: 'The value a occurs twice.' }])
  })
})
