import { joinVersions } from '#domain/question-versions.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'

/** The versions of a question, newest first; one variable for most. */
export type Versions = readonly [AnyVariable, ...AnyVariable[]]

/** Variables by question, as the pages join them. */
export async function questionsOf(connection: Connection, variables: readonly AnyVariable[]): Promise<Versions[]> {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const known = [...byName.values()]
  const base = known.flatMap((variable) => (isCustom(variable) ? [] : [variable.name]))
  const details = await readDetails(connection, base)
  const { questions } = joinVersions(
    [...new Set(variables.map(({ name }) => name))],
    known.map((variable) => ({
      variableName: variable.name,
      dataType: variable.dataType,
      question: isCustom(variable) ? '' : variable.question,
      contributors: isCustom(variable) ? [] : [variable],
      possibleValues: variable.possibleValues,
      valueMapping: details.get(variable.name)?.value_mapping ?? {},
    })),
  )
  return questions.flatMap(({ names }): Versions[] => {
    const [newest, ...older] = names.flatMap((name) => byName.get(name) ?? [])
    return newest ? [[newest, ...older]] : []
  })
}
