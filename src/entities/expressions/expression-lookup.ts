import { keepPreviousData, type QueryObserverOptions } from '@tanstack/react-query'
import { atom, type Atom } from 'jotai'
import type { Call } from '#api/result.ts'
import type { Cohort, CountRow, PedigreeRow, Variable, VariableHit } from '#contract/shapes/entities.ts'
import { variableSimilar } from '#contract/variables.ts'
import { collectionTitle } from '#domain/access.ts'
import type { StratumField } from '#domain/cohorts/rules.ts'
import type { Coded, ExpressionLookup } from '#domain/expressions/lookup.ts'
import type { NamesNeeded } from '#domain/expressions/resolve-expression.ts'
import { ROOT_COHORT_ID, SAME_QUESTION_SCORE } from '#domain/limits.ts'
import { cohortsAtom, cohortSummaryAtom, currentProjectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { queryAtom, valueOrThrow } from '#entities/server-state/resource.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { catalogAtom } from '#entities/variables/variables.ts'

export interface LookupState {
  readonly lookup: ExpressionLookup
  /** Whether names of the expression are still being looked up. */
  readonly isLoading: boolean
  /** Why they could not be looked up. */
  readonly error: Error | null
  readonly variables: ReadonlyMap<string, Variable>
}

interface FoundNames {
  readonly variables: readonly Variable[]
  /** All versions of a variable's question, itself first, by its name. */
  readonly versions: ReadonlyMap<string, readonly string[]>
}

const NOTHING: FoundNames = { variables: [], versions: new Map() }
const NO_COHORTS: readonly Cohort[] = []
const NO_HITS: readonly VariableHit[] = []

/** The lookup of an expression's names; the names may be those of several texts. */
export function lookupAtomOf(namesAtom: Atom<NamesNeeded>): Atom<LookupState> {
  const knownAtom = atom((get): NamesNeeded => {
    const { variables, versionsOf, hasStrata } = get(namesAtom)
    const canonical = get(canonicalAtom)
    const known = (names: readonly string[]) => [
      ...new Set(names.map((name) => canonical.get(name.toUpperCase()) ?? name)),
    ]
    return { variables: known(variables), versionsOf: known(versionsOf), hasStrata }
  })
  const foundAtom = queryAtom(
    atom((get): QueryObserverOptions<FoundNames> => {
      const names = get(knownAtom)
      const hasSimilar = get(isOfferedAtom)(variableSimilar)
      return { ...namesQuery(names, hasSimilar, get(callAtom).call) }
    }),
  )
  return atom((get): LookupState => {
    const names = get(knownAtom)
    const found = get(foundAtom)
    const summary = names.hasStrata ? get(cohortSummaryAtom(ROOT_COHORT_ID)) : null
    const cohorts = get(cohortsAtom).data
    const { variables, versions } = found.data ?? NOTHING
    const byName = new Map(variables.map((variable) => [variable.variableName.toUpperCase(), variable]))
    const lacks = found.isPlaceholderData || found.data === undefined
    const isMissing = names.variables.some((name) => !byName.has(name.toUpperCase()))
    const isWaiting = lacks && !found.isError && (isMissing || names.versionsOf.length > 0)
    const isLoading =
      isWaiting || (summary !== null && summary.data === undefined && summary.error === null) || cohorts === undefined
    const lookup = lookupOf({
      byName,
      versions,
      cohorts: cohorts ?? NO_COHORTS,
      nearest: get(currentProjectCohortsAtom).data ?? NO_COHORTS,
      catalog: get(catalogAtom).data ?? NO_HITS,
      strata: summary?.data?.data ?? null,
    })
    return { lookup, isLoading, error: found.error, variables: byName }
  })
}

/** The names of the catalog by their upper case. */
const canonicalAtom = atom((get) => {
  const catalog = get(catalogAtom).data ?? NO_HITS
  return new Map(catalog.map(({ variableName }) => [variableName.toUpperCase(), variableName]))
})

/** Whether a text is the name of a variable of the catalog. */
export const isVariableAtom = atom((get) => {
  const names = get(canonicalAtom)
  return (name: string) => names.has(name.toUpperCase())
})

function namesQuery(
  { variables, versionsOf }: NamesNeeded,
  hasSimilar: boolean,
  call: Call,
): QueryObserverOptions<FoundNames> {
  return {
    queryKey: ['expression-names', variables, hasSimilar ? versionsOf : []],
    enabled: variables.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const versions = new Map<string, readonly string[]>()
      for (const name of hasSimilar ? versionsOf : []) {
        const { data } = valueOrThrow(await call(variableSimilar, { variableName: name }, { signal }))
        const alike = data.filter(({ score }) => score >= SAME_QUESTION_SCORE).map(({ variableName }) => variableName)
        versions.set(name.toUpperCase(), [name, ...alike])
      }
      const names = [...new Set([...variables, ...[...versions.values()].flat()])]
      return { variables: valueOrThrow(await lookUpVariables(call, names, { signal })), versions }
    },
  }
}

interface KnownNames {
  readonly byName: ReadonlyMap<string, Variable>
  readonly versions: ReadonlyMap<string, readonly string[]>
  readonly cohorts: readonly Cohort[]
  /** The cohorts of the current project, which come before others of the same name. */
  readonly nearest: readonly Cohort[]
  readonly catalog: readonly VariableHit[]
  readonly strata: readonly (CountRow | PedigreeRow)[] | null
}

function lookupOf({ byName, versions, cohorts, nearest, catalog, strata }: KnownNames): ExpressionLookup {
  const idsByName = new Map([...cohorts, ...nearest].map(({ name, cohortId }) => [name.toUpperCase(), cohortId]))
  const namesById = new Map(cohorts.map(({ cohortId, name }) => [cohortId, name]))
  return {
    variable: (name) => {
      const found = byName.get(name.toUpperCase())
      return (
        found && {
          name: found.variableName,
          dataType: found.dataType,
          codes: found.possibleValues,
          meanings: found.valueMapping,
        }
      )
    },
    cohort: (name) => idsByName.get(name.toUpperCase()),
    cohortName: (id) => namesById.get(id),
    stratum: (field) => strata && strataOf(strata, field),
    versions: (name) => versions.get(name.toUpperCase()) ?? [name],
    variableNames: () => catalog.map(({ variableName }) => variableName),
    cohortNames: () => namesById.values(),
  }
}

const STRATUM_COLUMNS = {
  dx_nimh: 'dxNimh',
  collection: 'collection',
  study_id: 'studyId',
  consent: 'consent',
} as const

function strataOf(rows: readonly (CountRow | PedigreeRow)[], field: StratumField): Coded {
  const column = STRATUM_COLUMNS[field]
  const codes = [...new Set(rows.flatMap((row) => ('pedigreeCount' in row ? [] : (row[column] ?? []))))].filter(Boolean)
  const meanings = field === 'collection' ? codes.map((code) => [code, collectionTitle(code)] as const) : []
  return { codes, meanings: Object.fromEntries(meanings) }
}
