import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { createCatalog } from '#server/model/catalog.ts'
import { readRecipe, recipeText } from '#server/modules/downloads/files/recipe.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { customVariablesOf } from '#server/store/custom-variables/custom-variables.ts'
import { userVariables } from '#server/store/custom-variables/user-variables.ts'
import { prepareBundle } from '#tests/support/bundle.ts'
import { createTestServer } from '#tests/support/test-server.ts'

const Account = v.object({ account_id: v.number() })

test('a recipe has the custom variables of the table of any load of the variables', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  await prepareBundle(await server.callAs('admin'))
  const { catalog, saved } = await server.database.withConnection(async (connection) => {
    const [account] = await rowsOf(connection, Account, `SELECT account_id FROM account WHERE username = 'admin'`)
    return {
      catalog: createCatalog(await readCatalog(connection)),
      saved: await customVariablesOf(connection, account?.account_id ?? 0),
    }
  })
  const reader = { accountId: 1, username: '', firstName: '', lastName: '', isAdmin: true, collections: [] }
  const variables = ['AGE', 'AGE_GROUP'].flatMap((name) => userVariables(catalog, saved).find(name) ?? [])
  const text = recipeText({ table: { cohortId: 1, reader, variables }, bundle: null }, saved, null)
  const read = readRecipe(text, { catalog, reader, traceSecret: null })
  expect(read?.table.variables.map(({ name }) => name)).toEqual(['AGE', 'AGE_GROUP'])
})
