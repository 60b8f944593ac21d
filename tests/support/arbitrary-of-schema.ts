import * as fc from 'fast-check'

/** Likely valid values, by field name. */
export type Likely = Readonly<Record<string, readonly unknown[]>>

/** Invalid values that users send by mistake or on purpose. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀',
  "'; DROP TABLE account; --",
  '" OR 1=1',
  '$1',
  '../../etc/passwd',
  '%00',
  '{{x}}',
  '__proto__',
  'constructor',
  '(a+)+$',
  '[',
  '(?<x>',
  '\\8',
  'x'.repeat(10_000),
  [],
  {},
  [[]],
  [null],
  { __proto__: null, toString: 1 },
  Array.from({ length: 500 }, () => 'AGE'),
  nested(200),
]

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { constraints: [nested(depth - 1)], relationship: 'AND' }
}

/** Values of a contract's schema, often with an invalid one inside. */
export function arbitraryInput(schema: unknown, likely: Likely): fc.Arbitrary<unknown> {
  const meant = arbitraryOf(schema, '', likely, 0)
  return fc.oneof(
    { weight: 3, arbitrary: meant },
    { weight: 4, arbitrary: fc.tuple(meant, fc.nat(), fc.constantFrom(...HOSTILE)).map((parts) => spoilt(...parts)) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
}

const DEEPEST = 6

function arbitraryOf(schema: unknown, name: string, likely: Likely, depth: number): fc.Arbitrary<unknown> {
  const inner = (part: unknown, partName = name) => arbitraryOf(part, partName, likely, depth + 1)
  const known = likely[name]
  if (known !== undefined && depth > 0 && depth < DEEPEST) {
    return fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...known) }, byType())
  }
  return byType()

  function byType(): fc.Arbitrary<unknown> {
    if (depth > DEEPEST) return fc.constant(null)
    const pipe = get(schema, 'pipe')
    if (Array.isArray(pipe) && get(pipe[0], 'kind') === 'schema' && pipe[0] !== schema) {
      return arbitraryOf({ ...Object(pipe[0]), pipe: undefined }, name, likely, depth)
    }
    switch (get(schema, 'type')) {
      case 'object':
      case 'loose_object':
      case 'strict_object': {
        const entries = Object.entries(Object(get(schema, 'entries')))
        return fc.record(Object.fromEntries(entries.map(([key, part]) => [key, inner(part, key)])), {
          requiredKeys: entries.map(([key]) => key),
        })
      }
      case 'array':
        return fc.array(inner(get(schema, 'item')), { maxLength: 4 })
      case 'tuple':
        return fc.tuple(...listOf(get(schema, 'items')).map((part) => inner(part)))
      case 'union':
      case 'variant':
        return fc.oneof(...listOf(get(schema, 'options')).map((part) => inner(part)))
      case 'picklist':
        return fc.constantFrom(...listOf(get(schema, 'options')))
      case 'literal':
        return fc.constant(get(schema, 'literal'))
      case 'optional':
      case 'nullish':
      case 'nullable':
        return fc.option(inner(get(schema, 'wrapped')), { nil: undefined, freq: 3 })
      case 'record':
        return fc.dictionary(fc.string({ maxLength: 5 }), inner(get(schema, 'value')), { maxKeys: 3 })
      case 'number':
        return fc.oneof(fc.integer({ min: -2, max: 60 }), fc.double())
      case 'boolean':
        return fc.boolean()
      case 'string':
        return fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('1', 'AGE', '[UNK]'))
      case 'lazy': {
        const getter = get(schema, 'getter')
        return typeof getter === 'function' ? inner(getter(undefined)) : fc.constant(null)
      }
      default:
        return fc.jsonValue()
    }
  }
}

function spoilt(value: unknown, place: number, hostile: unknown): unknown {
  if (typeof value !== 'object' || value === null) return hostile
  const keys = Object.keys(value)
  const key = keys[place % Math.max(1, keys.length)]
  if (key === undefined) return hostile
  const part = spoilt(get(value, key), Math.floor(place / keys.length), hostile)
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === key ? part : item))
    : { ...value, [key]: part }
}

function get(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
