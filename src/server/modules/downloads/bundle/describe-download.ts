import * as v from 'valibot'
import type { CodeForm, DownloadCompleteness } from '#contract/downloads.ts'
import type { Cohort } from '#contract/shapes/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { hasSeveralCodes, isFlag } from '#domain/data-types.ts'
import { COMPLETENESS_VARIABLES_MAX } from '#domain/limits.ts'
import { lackedVersions } from '#domain/question-versions.ts'
import { countsFor, differenceFor } from '#server/disclosure/reader-counts.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { readCompleteness } from '#server/engine/counts/completeness.ts'
import { answerColumns, type CodeLabels, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { downloadExtent } from '#server/engine/downloads/extent.ts'
import { collidingIds, haveCollidingCodes, phenotypesOf } from '#server/engine/downloads/phenotype-lines.ts'
import { rulesOf, variablesInRules, joinsInRules } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import {
  isCustom,
  type AnyVariable,
  type CustomVariable,
  conditionComparesText,
  type UserVariables,
} from '#server/model/variable.ts'
import {
  type DescribedDownload,
  ancestryOf,
  lineageOf,
  softwareOf,
} from '#server/modules/downloads/bundle/definitions.ts'
import type { JoinedColumns } from '#server/modules/downloads/bundle/loading-snippets.ts'
import { hasTableOne } from '#server/modules/downloads/bundle/table-one.ts'
import {
  codesOf,
  describedColumn,
  type DescribedColumn,
  labelsOf,
  ownDescriptions,
} from '#server/modules/downloads/dictionaries/columns.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mapWithPauses } from '#server/platform/scheduling/yield.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'
import { questionsOf, type Versions } from '#server/store/catalog/questions.ts'
import { cohortsOf } from '#server/store/cohorts/cohorts.ts'
import { presentCohorts, readDataState } from '#server/store/cohorts/present-cohorts.ts'
import { rulesWordsOf } from '#server/store/cohorts/rules-words.ts'
import { dataOrigin } from '#server/store/data-origin.ts'
import { withdrawnOfDownload } from '#server/store/releases/releases.ts'
import type { SavedVariableSet } from '#server/store/variable-sets/variable-sets.ts'

export interface DownloadToDescribe {
  readonly user: User
  readonly set: SavedVariableSet
  readonly table: DownloadTable
  readonly codeForm: CodeForm
}

/** Collects the documentation of a bundle, and the format of its cells. */
export async function describeDownload(
  connection: Connection,
  services: DownloadServices,
  { user, set, table, codeForm }: DownloadToDescribe,
): Promise<{ readonly described: DescribedDownload; readonly table: DownloadTable }> {
  const known = await services.variables.ofAccount(connection, user.accountId)
  const cohortRows = await cohortsOf(connection, user.accountId)
  const data = await readDataState(connection, user)
  const words = await rulesWordsOf(connection, cohortRows, { here: Infinity, below: Infinity })
  const saved = presentCohorts(cohortRows, await services.statistics(connection), data, words)
  const counts = countsFor(connection, services, user)
  const ancestry = await counts.ofCohorts(ancestryOf(saved, table.cohortId))
  const inRules = cohortRows
    .filter(({ cohortid }) => ancestry.some((step) => step.cohortid === cohortid))
    .flatMap((cohort) => variablesInRules(rulesOf(cohort)))
  const named = [...ancestry.map((step) => step.variable_name ?? ''), ...inRules].flatMap(
    (name) => known.find(name) ?? [],
  )
  const involved = [...new Set([...table.variables, ...named])]
  const details = await readDetails(
    connection,
    involved.map(({ name }) => name),
  )
  const meaningOf = (variable: AnyVariable | undefined, code: string) =>
    (variable && codesOf(variable, details.get(variable.name)).find((entry) => entry.code === code)?.meaning) ?? ''
  const labels = codeForm === 'labels' ? labelsByName(table.variables, details) : null
  const extent = await downloadExtent(connection, table.cohortId, user)
  const cohort = cohortRows.find(({ cohortid }) => cohortid === table.cohortId) ?? null
  const withdrawn = await differenceFor(user, () => withdrawnOfDownload(connection, cohort))
  const columns = await mapWithPauses(table.variables, (one) =>
    describedColumn(one, details.get(one.name), labels?.get(one.name)),
  )
  // Reading the details of more takes longer than the file.
  const questions =
    table.variables.length > COMPLETENESS_VARIABLES_MAX ? null : await questionsOf(connection, table.variables)
  const madeAt = new Date(services.clock())
  const versions = await services.versions(connection, user)
  return {
    table: labels ? { ...table, labels } : table,
    described: {
      title: `${nameOf(ancestry, table.cohortId)}-${set.name}`,
      cited: {
        cohortName: nameOf(ancestry, table.cohortId),
        setName: set.name,
        rows: extent.rows,
        variables: table.variables.length,
        madeAt,
        software: softwareOf(versions),
        release: versions.release && { name: versions.release.name, contentHash: versions.release.content_hash },
        sha256: null,
      },
      madeAt,
      username: user.username,
      versions,
      isSynthetic: (await dataOrigin(connection)) === 'demo',
      codeForm,
      set,
      columns: [...ownDescriptions(await diagnosesOf(connection, table)), ...columns],
      lineage: lineageOf(
        ancestry,
        (name, code) => meaningOf(known.find(name), code),
        (cohort, collection) => !mayRead(user, collection) && cohortComparesText(known, cohort),
      ),
      extent: { ...extent, excluded: await counts.ofExcluded(extent.excluded, table.cohortId) },
      withdrawn,
      flow: await services.savedFlow(connection, user, table.cohortId, {
        ancestry,
        meaningOf: (name, code) => meaningOf(known.find(name), code),
      }),
      tableOne: !services.settings.capabilities.includes('describe')
        ? 'not offered'
        : hasTableOne(table)
          ? 'written'
          : 'too large',
      lacked: lackedVersions(joinsInRules(cohort && rulesOf(cohort)), set.variables),
      joined: joinedColumns(questions),
      completeness: await completenessOf(connection, services, table, questions),
      customVariables: customAmong(known, involved),
      phenotypes: phenotypesOf(table.variables, meaningOf),
      collidingCodes: table.variables.filter(haveCollidingCodes).map(({ name }) => name),
      // Pseudonyms have no blanks.
      collidingIds: table.trace ? null : await collidingIds(connection, table),
      isTraced: table.trace !== undefined,
    },
  }
}

/** An empty cell of a flag may be a record without a tick, which decides too: its versions are not joined. */
function joinedColumns(questions: readonly Versions[] | null): JoinedColumns {
  return (questions ?? [])
    .filter((versions) => versions.length > 1 && versions.every(({ dataType }) => !isFlag(dataType)))
    .map((versions) => versions.map(({ name }) => name))
}

/** Null without the capability, and for a set of too many variables. */
async function completenessOf(
  connection: Connection,
  { settings }: DownloadServices,
  table: DownloadTable,
  questions: readonly Versions[] | null,
): Promise<DownloadCompleteness | null> {
  if (!settings.capabilities.includes('completeness') || questions === null) return null
  return readCompleteness(connection, { ...table, questions })
}

/** A cohort does not save the operator of its pedigree criterion: such a criterion always compares a value. */
function cohortComparesText(known: UserVariables, cohort: Cohort): boolean {
  const variable = known.find(cohort.variable_name ?? '')
  if (!variable) return false
  const operator = cohort.constraint_type ?? ''
  return conditionComparesText(variable, {
    operator: isOperator(operator) ? operator : 'EQ',
    values: cohort.constraint_values ?? [],
  })
}

function nameOf(ancestry: readonly Cohort[], cohortId: number): string {
  return ancestry.find(({ cohortid }) => cohortid === cohortId)?.name ?? ''
}

const Diagnosis = v.object({ dx_nimh: v.string() })

/** The recorded diagnoses of the individuals whose records the user may read. */
async function diagnosesOf(connection: Connection, { reader }: DownloadTable): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    Diagnosis,
    sql`SELECT DISTINCT dx_nimh FROM individual WHERE dx_nimh IS NOT NULL AND ${isReadable(reader)} ORDER BY 1`,
  )
  return rows.map(({ dx_nimh }) => dx_nimh)
}

/** The columns of a CSV, as dictionaries describe them. */
export async function describedColumns(connection: Connection, table: DownloadTable): Promise<DescribedColumn[]> {
  const details = await detailsOf(connection, table)
  const columns = await mapWithPauses(answerColumns(table), ({ name, variable, part }) => {
    const whole = describedColumn(variable, details.get(variable.name), table.labels?.get(variable.name))
    if (part === null) return whole
    return { ...whole, name, dataType: 'numberrange', codes: [], question: `${whole.question}: ${part.word}` }
  })
  return [...ownDescriptions(await diagnosesOf(connection, table)), ...columns]
}

/** The table with the meanings of codes in place of them. */
export async function withLabels(connection: Connection, table: DownloadTable): Promise<DownloadTable> {
  return { ...table, labels: labelsByName(table.variables, await detailsOf(connection, table)) }
}

function detailsOf(connection: Connection, { variables }: DownloadTable) {
  return readDetails(
    connection,
    variables.map(({ name }) => name),
  )
}

function labelsByName(
  variables: readonly AnyVariable[],
  details: Awaited<ReturnType<typeof readDetails>>,
): ReadonlyMap<string, CodeLabels> {
  return new Map(
    variables.flatMap((variable) => {
      const codes = codesOf(variable, details.get(variable.name))
      const labels = labelsOf(codes, hasSeveralCodes(variable.dataType))
      return labels ? [[variable.name, labels] as const] : []
    }),
  )
}

/** The custom variables in a list and all their custom sources, in order of creation. */
export function customAmong(known: UserVariables, variables: readonly AnyVariable[]): CustomVariable[] {
  const found = new Set<AnyVariable>()
  const visit = (variable: AnyVariable) => {
    if (!isCustom(variable) || found.has(variable)) return
    found.add(variable)
    for (const source of variable.sources) visit(source)
  }
  for (const variable of variables) visit(variable)
  return known.custom.filter((variable) => found.has(variable))
}
