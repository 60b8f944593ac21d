import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createCall } from '#api/call.ts'
import { LOOKUP_NAMES_MAX, ANY_NAME_MAX } from '#domain/limits.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'

const Body = v.pipe(v.string(), v.parseJson(), v.object({ variable_names: v.array(v.string()) }))

test('splits names into several requests and omits unknown names', async () => {
  const asked: string[][] = []
  const call = createCall({
    onUnauthorized: () => undefined,
    fetch: async (_, init) => {
      const { variable_names: names } = v.parse(Body, init?.body)
      asked.push(names)
      return Response.json({ data: names.map((name) => ({ variable_name: name })) })
    },
  })
  const names = Array.from({ length: 2 * LOOKUP_NAMES_MAX + 1 }, (_, place) => `V${place}`)
  const answer = await lookUpVariables(call, ['x'.repeat(ANY_NAME_MAX + 1), ...names])
  expect(answer.ok && answer.value.map((variable) => variable.variableName)).toEqual(names)
  expect(asked.map((page) => page.length)).toEqual([LOOKUP_NAMES_MAX, LOOKUP_NAMES_MAX, 1])
})
