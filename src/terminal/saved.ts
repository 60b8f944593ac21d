import { cohortInfo } from '#contract/cohorts.ts'
import { projectInfo } from '#contract/projects.ts'
import { variableSetInfo } from '#contract/variable-sets.ts'
import { nameKey } from '#domain/text/names.ts'
import { valueOf } from '#terminal/connect.ts'
import { TerminalFailure, type TerminalContext } from '#terminal/context.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** The one thing of a number or a name; `kind` is a word of the messages. */
function only(things: readonly Named[], wanted: string, kind: string): Named {
  const byId = things.find(({ id }) => String(id) === wanted)
  const found = byId ? [byId] : things.filter(({ name }) => nameKey(name) === nameKey(wanted))
  const [first] = found
  if (first === undefined) throw new TerminalFailure(`There is no ${kind} ${wanted}.`)
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new TerminalFailure(`Several ${kind}s have the name ${wanted}. Write one of their numbers: ${ids}.`)
  }
  return first
}

export async function cohortOf({ call }: TerminalContext, wanted: string): Promise<Named> {
  const { cohorts } = valueOf(await call(cohortInfo, {}))
  return only(
    cohorts.map(({ cohortId, name }) => ({ id: cohortId, name })),
    wanted,
    'cohort',
  )
}

export async function variableSetOf({ call }: TerminalContext, wanted: string): Promise<Named> {
  const { variableSets } = valueOf(await call(variableSetInfo, {}))
  return only(
    variableSets.map(({ variableSetId, name }) => ({ id: variableSetId, name })),
    wanted,
    'variable set',
  )
}

/** The project of the option, or undefined: the current one. */
export async function projectOf(
  { call, options }: TerminalContext,
  wanted = options.project,
): Promise<number | undefined> {
  if (wanted === undefined) return undefined
  const { projects } = valueOf(await call(projectInfo, {}))
  return only(
    projects.map(({ projectId, name }) => ({ id: projectId, name })),
    wanted,
    'project',
  ).id
}
