import type { Definition, ValueDefinition } from '#contract/shapes.ts'
import { conditionOfFields } from '#contract/constraint-fields.ts'
import type { Criteria, Criterion } from '#domain/criteria.ts'
import { isNoDefault } from '#domain/custom-variables.ts'
import type { UserVariables } from '#server/model/user-variables.ts'
import type { Catalog } from '#server/model/catalog.ts'
import { levelsOf } from '#server/model/nesting.ts'
import type { AnyVariable, CustomValue, CustomVariable } from '#server/model/variable.ts'
import { customVariablesOf, type SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { forOthersToo } from '#server/platform/db/connection-pool.ts'
import { versionsWhileLent } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Reads what an account's names mean. Kept until somebody's custom variables change, or the catalog does. */
export interface UserVariablesLoader {
  readonly of: (connection: Connection, accountId: number) => Promise<UserVariables>
  /** What stands in the database now, for who is about to change it. */
  readonly read: (connection: Connection, accountId: number) => Promise<UserVariables>
}

/** Keeps what each account has until the catalog is another or the account's own change is told. */
export function createUserVariables(catalog: (connection: Connection) => Promise<Catalog>): UserVariablesLoader {
  const kept = new Map<number, { catalog: Catalog; version: string; variables: Promise<UserVariables> }>()
  return {
    of: async (connection, accountId) => {
      const given = await catalog(connection)
      const known = kept.get(accountId)
      const { custom: version } = await versionsWhileLent(connection)
      if (known?.catalog === given && known.version === version) return known.variables
      const variables = forOthersToo(connection, () => customVariablesOf(connection, accountId)).then((rows) =>
        userVariables(given, rows),
      )
      const entry = { catalog: given, version, variables }
      kept.set(accountId, entry)
      variables.catch(() => kept.get(accountId) === entry && kept.delete(accountId))
      return variables
    },
    read: async (connection, accountId) =>
      userVariables(await catalog(connection), await customVariablesOf(connection, accountId)),
  }
}

/** One whose sources have gone with the data that they were of is left out. */
function userVariables(catalog: Catalog, rows: readonly SavedCustomVariable[]): UserVariables {
  const byName = new Map<string, CustomVariable>()
  const find = (name: string) => byName.get(name.toUpperCase()) ?? catalog.find(name)
  for (const row of rows) {
    const sources = row.sources.map(find).filter((source) => source !== undefined)
    const values = customValues(row.value_definitions, sources)
    if (sources.length < row.sources.length || !values) continue
    const variable: CustomVariable = {
      variableType: row.construct_type,
      dataType: 'categorical',
      constructId: row.constructid,
      projectId: row.projectid,
      name: row.variable_name,
      description: row.description,
      possibleValues: values.map(({ name }) => name),
      sources,
      values,
      defaultValue: isNoDefault(row.default_value) ? null : row.default_value,
      definitions: row.value_definitions,
    }
    // From the lowest on, so that no level is looked for through thousands of others.
    levelsOf(variable)
    byName.set(row.variable_name.toUpperCase(), variable)
  }
  return { custom: [...byName.values()], find, catalog }
}

/** Definitions with the variables that they name, or null where one is not among the sources. */
function customValues(definitions: readonly ValueDefinition[], sources: readonly AnyVariable[]): CustomValue[] | null {
  const byName = new Map(sources.map((source) => [source.name.toUpperCase(), source]))
  const values: CustomValue[] = []
  for (const { name, definition } of definitions) {
    const criteria = criteriaOf(definition, (name) => byName.get(name.toUpperCase()))
    if (!criteria) return null
    values.push({ name, criteria })
  }
  return values
}

function criteriaOf(
  { relationship, constraints }: Definition,
  find: (name: string) => AnyVariable | undefined,
): Criteria<AnyVariable> | null {
  const parts: (Criterion<AnyVariable> | Criteria<AnyVariable>)[] = []
  for (const constraint of constraints) {
    if ('relationship' in constraint) {
      const group = criteriaOf(constraint, find)
      if (!group) return null
      parts.push(group)
      continue
    }
    const variable = find(constraint.variable_name)
    const condition = conditionOfFields(constraint)
    if (!variable || !condition) return null
    parts.push({ variable, condition })
  }
  return { relationship, parts }
}
