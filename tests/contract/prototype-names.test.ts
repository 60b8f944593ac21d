import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Variable } from '#contract/shapes/shapes.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { valueWords } from '#entities/variables/value-words.ts'

test('codes named like properties of Object.prototype keep their labels and inherit none', () => {
  const variable = v.parse(Variable, {
    variable_name: 'CODED',
    data_type: 'categorical',
    possible_values: ['__proto__', 'constructor', 'toString'],
    value_mapping: JSON.parse('{ "__proto__": "No", "constructor": "Yes" }'),
  })
  expect(variable.possible_values.map((code) => valueWords(fromWire(variable), code))).toEqual([
    '__proto__ · No',
    'constructor · Yes',
    'toString',
  ])
})
