import { LRUCache } from 'lru-cache'
import { conditionOfFields } from '#contract/shapes/constraint-fields.ts'
import type { Definition, ValueDefinition } from '#contract/shapes/shapes.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import type { Criteria, Criterion } from '#domain/conditions/criteria.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { isNoDefault } from '#domain/custom-variables/custom-variables.ts'
import { resolvedFormula, type Formula } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import type { Catalog } from '#server/model/catalog.ts'
import { levelsOf } from '#server/model/nesting.ts'
import type { AnyVariable, CustomValue, CustomVariable, UserVariables } from '#server/model/variable.ts'
import { versionsOf } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { loadOn } from '#server/platform/db/scope.ts'
import { customVariablesOf, type SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'

/** Capacity of the cache in custom variables of all accounts; each takes about 3.5 kB. */
const VARIABLES_CACHED = 10_000

interface Entry {
  readonly version: string
  readonly variables: Promise<UserVariables>
}

/** Resolves an account's variable names. Cached until any custom variable or the catalog changes. */
export interface UserVariablesLoader {
  readonly ofAccount: (connection: Connection, accountId: number) => Promise<UserVariables>
  /** Uncached: for changes. */
  readonly read: (connection: Connection, accountId: number) => Promise<UserVariables>
}

/** Caches the variables of the most recently active accounts, by catalog and version of the custom variables. */
export function createUserVariables(
  catalog: (connection: Connection) => Promise<Catalog>,
  variablesCached = VARIABLES_CACHED,
): UserVariablesLoader {
  const caches = new WeakMap<Catalog, LRUCache<number, Entry>>()
  const cacheOf = (current: Catalog) => {
    const cache = caches.get(current) ?? new LRUCache<number, Entry>({ maxSize: variablesCached })
    caches.set(current, cache)
    return cache
  }
  return {
    ofAccount: async (connection, accountId) => {
      const current = await catalog(connection)
      const cache = cacheOf(current)
      const { custom: version } = await versionsOf(connection)
      const known = cache.get(accountId)
      if (known?.version === version) return known.variables
      const variables = loadOn(connection, (leased) => customVariablesOf(leased, accountId)).then((rows) =>
        userVariables(current, rows),
      )
      const entry = { version, variables }
      cache.set(accountId, entry, { size: 1 })
      void setSize(cache, accountId, entry)
      return variables
    },
    read: async (connection, accountId) =>
      userVariables(await catalog(connection), await customVariablesOf(connection, accountId)),
  }
}

/** Sets the true size of an entry once it is loaded. A failed load is not cached. */
async function setSize(cache: LRUCache<number, Entry>, accountId: number, entry: Entry): Promise<void> {
  const loaded = await entry.variables.catch(() => null)
  if (cache.peek(accountId) !== entry) return
  cache.delete(accountId)
  // An account with more variables than the maximum is cached alone.
  if (loaded) cache.set(accountId, entry, { size: Math.min(loaded.custom.length + 1, cache.maxSize) })
}

/** Resolves saved custom variables; omits those whose source data were removed. */
export function userVariables(catalog: Catalog, rows: readonly SavedCustomVariable[]): UserVariables {
  const byName = new Map<string, CustomVariable>()
  const find = (name: string) => byName.get(name.toUpperCase()) ?? catalog.find(name)
  for (const row of rows) {
    const sources = row.sources.map(find).filter((source) => source !== undefined)
    const values = customValues(row.value_definitions, sources)
    const formula = row.construct_type === SCORE ? savedFormula(row.formula, sources) : null
    if (sources.length < row.sources.length || !values || formula === undefined) continue
    const variable: CustomVariable = {
      variableType: row.construct_type,
      dataType: row.construct_type === SCORE ? 'numberrange' : 'categorical',
      constructId: row.constructid,
      projectId: row.projectid,
      name: row.variable_name,
      description: row.description,
      possibleValues: values.map(({ name }) => name),
      sources,
      values,
      defaultValue: isNoDefault(row.default_value) ? null : row.default_value,
      formula,
      definitions: row.value_definitions,
    }
    // Bottom up, so that no level is searched through thousands of others.
    levelsOf(variable)
    byName.set(row.variable_name.toUpperCase(), variable)
  }
  return { custom: [...byName.values()], find, catalog }
}

/** A formula with its variables; undefined if one is not among the sources. */
function savedFormula(text: string, sources: readonly AnyVariable[]): Formula<AnyVariable> | undefined {
  const read = readFormula(text)
  if ('fault' in read) return undefined
  const byName = new Map(sources.map((source) => [source.name.toUpperCase(), source]))
  return resolvedFormula(read.formula, (name) => byName.get(name)) ?? undefined
}

/** Definitions with their variables; null if one is not among the sources. */
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
    const condition = conditionOfFields(fromWire(constraint))
    if (!variable || !condition) return null
    parts.push({ variable, condition })
  }
  return { relationship, parts }
}
