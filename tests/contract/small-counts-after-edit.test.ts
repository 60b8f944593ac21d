import { expect, test } from 'vitest'
import { variableEdit, variableEditDecide, variableEdits, variableLookup } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { countFirst, NESTED_PARTICIPANTS } from '#tests/support/nested-people.ts'
import { createTestServer } from '#tests/support/test-server.ts'

const VARIABLE = 'PLACE'

test('the disclosure history survives an edit of the catalog', async () => {
  const server = await createTestServer({ study: NESTED_PARTICIPANTS, minimumCell: 3 })
  const researcher = await server.callAs('researcher')
  expect(await countFirst(researcher, 8)).toEqual([8])
  expect(await countFirst(researcher, 7)).toEqual([null])

  const admin = await server.callAs('admin')
  valueOf(
    await admin(variableEdit, { variable_name: VARIABLE, question: 'In other words', values: {}, comment: 'Why' }),
  )
  const [edit] = valueOf(await admin(variableEdits, { variable_name: VARIABLE })).data
  valueOf(await admin(variableEditDecide, { edit_id: edit?.edit_id ?? 0, approve: true, comment: '' }))
  const [edited] = valueOf(await researcher(variableLookup, { variable_names: [VARIABLE] })).data
  expect(edited?.question).toBe('In other words')

  expect(await countFirst(researcher, 7)).toEqual([null])
  server.close()
})
