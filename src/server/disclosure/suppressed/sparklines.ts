import type { Sketch } from '#contract/shapes/shapes-of-extensions.ts'
import type { Reader } from '#domain/access.ts'
import { isPersonal } from '#domain/data-types.ts'
import { ROOT_COHORT_ID, SKETCH_BARS } from '#domain/limits.ts'
import type { GuardContext } from '#server/disclosure/guard/guard-context.ts'
import { readSuppressedDistribution } from '#server/disclosure/suppressed/suppressed-answers.ts'
import { readDistribution } from '#server/engine/counts/distribution.ts'
import { type CountAnswers, type ReadAnswers, readFromFile } from '#server/engine/sources/count-answers.ts'
import { countsReadableOnly } from '#server/model/user.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { loadOn } from '#server/platform/db/scope.ts'

/** The distribution of a variable in a few bars; null if there is none or it would disclose single answers. */
export type SketchReader = (
  connection: Connection,
  variable: AnyVariable,
  reader: Reader,
  context: GuardContext | null,
) => Promise<Sketch | null>

/**
 * Sketches of catalog variables are equal for all users, so they are cached by data version. Those of custom variables
 * use the column cache, which stores nested places.
 */
export function createSketches({ rowsOf }: CountAnswers): SketchReader {
  const perVersion = perDataVersion(async () => new Map<string, Promise<Sketch | null>>())
  return async (connection, variable, reader, context) => {
    if (isPersonal(variable.dataType)) return null
    if (variable.variableType !== 'variable' || context || countsReadableOnly(reader))
      return sketch(connection, rowsOf(variable), { variable, reader, context })
    const cache = await perVersion(connection)
    const known = cache.get(variable.name)
    if (known) return known
    const made = loadOn(connection, (leased) => sketch(leased, readFromFile, { variable, reader, context: null }))
    cache.set(variable.name, made)
    made.catch(() => cache.delete(variable.name))
    return made
  }
}

interface SketchQuery {
  readonly variable: AnyVariable
  readonly reader: Reader
  readonly context: GuardContext | null
}

async function sketch(
  connection: Connection,
  read: ReadAnswers,
  { variable, reader, context }: SketchQuery,
): Promise<Sketch | null> {
  const query = { reader, variable, cohortIds: [ROOT_COHORT_ID], bins: SKETCH_BARS }
  const [spread] = context
    ? await readSuppressedDistribution(context, query)
    : await readDistribution(connection, read, query)
  if (!spread) return null
  const counts = spread.bins
    ? spread.bins.map(({ from, count }): [string, number | null] => [String(from), count])
    : inCodeOrder(variable.possibleValues, spread.categories ?? [])
  return counts.length === 0 ? null : { variable_name: variable.name, counts }
}

/** The most frequent answers, in the order of the codebook. */
function inCodeOrder(
  codes: readonly string[],
  categories: readonly [string | null, number | null][],
): [string, number | null][] {
  const shown = categories.slice(0, SKETCH_BARS).map(([value, count]): [string, number | null] => [value ?? '', count])
  const place = ([value]: [string, number | null]) => {
    const found = codes.indexOf(value)
    return found === -1 ? codes.length : found
  }
  return shown.sort((a, b) => place(a) - place(b))
}
