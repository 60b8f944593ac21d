import * as v from 'valibot'
import { collectionTitle, mayRead } from '#domain/access.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import type { StratumField } from '#domain/cohorts/rules.ts'
import type { Coded, NamedVariable } from '#domain/expressions/lookup.ts'
import { NO_NAMES, type NamesNeeded } from '#domain/expressions/resolve-expression.ts'
import { formLabel, shortFormLabel } from '#domain/form-label.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { StudyLookup } from '#domain/study/study-lookup.ts'
import { keyOf, namesInDeclaration } from '#domain/study/study-order.ts'
import type { DeclarationNode } from '#domain/study/study-tree.ts'
import { nameKey } from '#domain/text/names.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import {
  definitionOfCohort,
  variablesOfDefinition,
  versionsInDefinition,
  type SavedCohort,
} from '#server/model/cohort.ts'
import type { Release } from '#server/model/release.ts'
import { countsReadableOnly, type User } from '#server/model/user.ts'
import { isCustom, type UserVariables } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { Sessions } from '#server/store/accounts/sessions.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'
import type { MakeObjects, ApplyVersions } from '#server/store/history/apply-version.ts'
import { thingsOf, type Things } from '#server/store/uses.ts'

export interface StudyServices extends HttpServices, GuardServices {
  readonly makeObject: MakeObjects
  readonly applyVersion: ApplyVersions
  readonly sessions: Sessions
  /** Reads cohorts; the returned function gives their sizes as of a release, by id. */
  readonly readForRelease: (
    connection: Connection,
    user: User,
    ids: readonly number[],
    definitions: { readonly cohorts: readonly SavedCohort[]; readonly known: UserVariables; readonly release: Release },
  ) => Promise<(signal: AbortSignal) => Promise<ReadonlyMap<number, number>>>
  /** All versions of a variable's question, itself first. */
  readonly versionsOf: (connection: Connection, variable: CatalogVariable) => Promise<readonly string[]>
}

/** A project, and what its definitions may name. */
export interface StudyState {
  readonly user: User
  readonly projectId: number
  readonly things: Things
  readonly known: UserVariables
}

export async function readState(
  connection: Connection,
  { variables }: StudyServices,
  user: User,
  projectId: number,
): Promise<StudyState> {
  const things = await thingsOf(connection, user.accountId)
  return { user, projectId, things, known: await variables.read(connection, user.accountId) }
}

/** The declarations of a file. */
interface Declared {
  readonly nodes: readonly DeclarationNode[]
  /** The keys of objects that the file removes: they have no name any more. */
  readonly removed: ReadonlySet<string>
  /** Further names that are looked up. */
  readonly named?: NamesNeeded
}

/** Names of saved definitions alone. */
export const NOTHING_DECLARED: Declared = { nodes: [], removed: new Set() }

/** The names that the declarations and the saved definitions of a project use. */
export async function createStudyLookup(
  connection: Connection,
  services: StudyServices,
  { user, projectId, things, known }: StudyState,
  { nodes, removed, named = NO_NAMES }: Declared = NOTHING_DECLARED,
): Promise<StudyLookup> {
  const names = nodes.map(namesInDeclaration)
  const saved = things.cohorts.map(definitionOfCohort)
  const compared = [
    ...named.variables,
    ...nodes.flatMap((node, place) => (node.kind === 'set' ? [] : (names[place]?.variables ?? []))),
    ...saved.flatMap(variablesOfDefinition),
    ...things.customVariables.flatMap(({ sources }) => sources),
  ]
  const versions = new Map<string, readonly string[]>()
  const asked = [
    ...named.versionsOf,
    ...names.flatMap(({ versionsOf }) => versionsOf),
    ...saved.flatMap(versionsInDefinition),
  ]
  for (const name of new Set(asked)) {
    const variable = known.find(name)
    if (variable && !isCustom(variable)) {
      versions.set(variable.name.toUpperCase(), await services.versionsOf(connection, variable))
    }
  }
  const described = [...compared, ...[...versions.values()].flat()].flatMap((name) => known.find(name)?.name ?? [])
  const details = await readDetails(connection, [...new Set(described)])
  const hasStrata = named.hasStrata || names.some((one) => one.hasStrata)
  const strata = hasStrata ? await readStrata(connection, user) : null
  const declared = new Map(nodes.flatMap((node) => declaredVariable(node)))
  const cohorts = cohortNames(things, projectId, { nodes, removed })
  const sets = new Map([
    ...things.variableSets
      .filter((set) => set.projectid === projectId && !removed.has(keyOf('set', set.name)))
      .map(({ name }) => [nameKey(name), name] as const),
    ...nodes.flatMap((node) => (node.kind === 'set' ? [[nameKey(node.name.text), node.name.text] as const] : [])),
  ])
  const forms = formsOf(known)
  /** A definition names a variable once for each of its values. */
  const found = new Map<string, NamedVariable | undefined>()
  const variableNamed = (name: string): NamedVariable | undefined => {
    const made = declared.get(name.toUpperCase())
    const one = made || removed.has(keyOf('variable', name)) ? undefined : known.find(name)
    if (!one) return made
    const meanings = isCustom(one)
      ? Object.fromEntries(one.definitions.map((value) => [value.name, value.description]))
      : (details.get(one.name)?.value_mapping ?? {})
    return { name: one.name, dataType: one.dataType, codes: one.possibleValues, meanings }
  }
  return {
    ...cohorts,
    variable: (name) => {
      if (!found.has(name)) found.set(name, variableNamed(name))
      return found.get(name)
    },
    stratum: (field) => strata && strata(field),
    versions: (name) => versions.get(name.toUpperCase()) ?? [name],
    variableNames: () => [
      ...[...declared.values()].map(({ name }) => name),
      ...known.custom.flatMap(({ name }) => (removed.has(keyOf('variable', name)) ? [] : [name])),
      ...known.catalog.variables.map(({ name }) => name),
    ],
    form: (label) => forms().get(nameKey(label)),
    formLabels: () => new Set(known.catalog.variables.map(formLabel)),
    set: (name) => sets.get(nameKey(name)),
    setNames: () => sets.values(),
  }
}

function declaredVariable(node: DeclarationNode): (readonly [string, NamedVariable])[] {
  if (node.kind !== 'variable' && node.kind !== 'score') return []
  const { text: name } = node.name
  const values = node.kind === 'variable' ? node.values : []
  const variable = {
    name,
    dataType: node.kind === 'score' ? 'numberrange' : 'categorical',
    codes: values.map((value) => value.name.text),
    meanings: Object.fromEntries(values.map((value) => [value.name.text, value.description])),
  }
  return [[name.toUpperCase(), variable]]
}

const Stratum = v.object({
  dx_nimh: v.nullable(v.string()),
  collection: v.string(),
  study_id: v.string(),
  consent: v.nullable(v.string()),
})

/** The values of the strata that a user may see counts of. */
async function readStrata(connection: Connection, user: User): Promise<(field: StratumField) => Coded> {
  const rows = await rowsOf(
    connection,
    Stratum,
    sql`SELECT DISTINCT dx_nimh, collection, study_id, consent FROM individual`,
  )
  const seen = countsReadableOnly(user) ? rows.filter((row) => mayRead(user, row.collection)) : rows
  return (field) => {
    const codes = [...new Set(seen.flatMap((row) => row[field] ?? []))].sort()
    const meanings = field === 'collection' ? codes.map((code) => [code, collectionTitle(code)] as const) : []
    return { codes, meanings: Object.fromEntries(meanings) }
  }
}

const PLACEHOLDER = 2 ** 52

/** Whether a cohort is declared, but not there. */
export function isPlaceholder(cohortId: number): boolean {
  return cohortId >= PLACEHOLDER
}

/** Cohorts by name: those of the project come before others. Declared cohorts that are not there have ids above all others. */
function cohortNames(
  { cohorts }: Things,
  projectId: number,
  { nodes, removed }: Declared,
): Pick<StudyLookup, 'cohort' | 'cohortName' | 'cohortNames'> {
  const [others, inside] = [
    cohorts.filter((one) => one.projectid !== projectId),
    cohorts.filter((one) => one.projectid === projectId),
  ]
  const ids = new Map<string, number>([[nameKey(ALL_INDIVIDUALS), ROOT_COHORT_ID]])
  const names = new Map<number, string>([[ROOT_COHORT_ID, ALL_INDIVIDUALS]])
  for (const { cohortid, name, projectid } of [...others, ...inside]) {
    names.set(cohortid, name)
    const isRemoved = projectid === projectId && removed.has(keyOf('cohort', name))
    if (!isRemoved && nameKey(name) !== nameKey(ALL_INDIVIDUALS)) ids.set(nameKey(name), cohortid)
  }
  const saved = new Map(inside.map(({ cohortid, name }) => [nameKey(name), cohortid]))
  for (const [place, node] of nodes.entries()) {
    if (node.kind !== 'cohort') continue
    const key = nameKey(node.name.text)
    const id = saved.get(key) ?? PLACEHOLDER + place
    ids.set(key, id)
    names.set(id, node.name.text)
  }
  return {
    cohort: (name) => ids.get(nameKey(name)),
    cohortName: (id) => names.get(id),
    cohortNames: () => [...ids.values()].flatMap((id) => names.get(id) ?? []),
  }
}

/** The variables of each form by its label, also by its short label if no other form has that. */
function formsOf({ catalog }: UserVariables): () => ReadonlyMap<string, readonly string[]> {
  let made: ReadonlyMap<string, readonly string[]> | null = null
  return () => {
    if (made) return made
    const forms = new Map<string, string[]>()
    const labels = new Map<string, string>()
    for (const variable of catalog.variables) {
      const key = nameKey(formLabel(variable))
      const names = forms.get(key)
      if (names) names.push(variable.name)
      else forms.set(key, [variable.name])
      const short = nameKey(shortFormLabel(variable))
      labels.set(short, (labels.get(short) ?? key) === key ? key : '')
    }
    for (const [short, key] of labels) {
      const names = forms.get(key)
      if (names && !forms.has(short)) forms.set(short, names)
    }
    made = forms
    return made
  }
}
