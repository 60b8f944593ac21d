import { expressionRules } from '#contract/expressions.ts'
import { sessionLog, studyApply, studyInfo, studyPlan, type AppliedStudy } from '#contract/study-files.ts'
import { printRelease } from '#domain/study/print-study.ts'
import type { User } from '#server/model/user.ts'
import { DeclarationRefusal, executeStudy } from '#server/modules/studies/execute.ts'
import { readExpression, writeExpression } from '#server/modules/studies/expression.ts'
import { createStudyLookup, readState, type StudyServices } from '#server/modules/studies/lookup.ts'
import { planStudy, presentPlan, presentRelease } from '#server/modules/studies/plan-study.ts'
import { diffStudy, type StudySent } from '#server/modules/studies/plan.ts'
import { baseOf, savedObjects, studyText } from '#server/modules/studies/project-text.ts'
import { readSessionLog } from '#server/modules/studies/session-log.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { conflict, meaningless, Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import { targetProject } from '#server/store/projects/projects.ts'

/** Projects as study files: write, plan and apply; expressions as rules (capabilities "study-files", "expressions"). */
export function studyRoutes(api: Api<StudyServices>): void {
  routeFor(api, studyInfo, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const projectid = await targetProject(connection, services, user, (await validate()).projectid)
    const { text, base } = await writeStudy(connection, services, user, projectid)
    return { projectid, text: await withRelease(connection, services, text), base }
  })

  routeFor(api, sessionLog, async ({ authenticate, connection, context, services }) => {
    const user = await authenticate()
    const token = sessionToken(context, services.settings)
    const begunAt = token === null ? null : await services.sessions.begunAt(connection, token)
    const since = begunAt ?? services.clock()
    return { since: new Date(since).toISOString(), data: await readSessionLog(connection, services, user, since) }
  })

  routeFor(api, expressionRules, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { text, rules, projectid } = await validate()
    const projectId = await targetProject(connection, services, user, projectid)
    return rules
      ? writeExpression(connection, services, user, { projectId, rules })
      : readExpression(connection, services, user, { projectId, text: text ?? '' })
  })

  routeFor(
    api,
    studyPlan,
    inFairQueue(async ({ authenticate, validate, connection, services, limit }) => {
      const user = await authenticate()
      const { projectid, text, remove } = await validate()
      const sent = { projectId: await targetProject(connection, services, user, projectid), text, remove }
      // Aborted with the request: the plan of an older text holds the write lock.
      return planStudy(connection, services, user, { sent, signal: connection.scope.signal ?? limit.signal })
    }),
  )

  routeForChange(
    api,
    studyApply,
    async ({ authenticate, validate, alter, addDetails, connection, services, limit }) => {
      const user = await authenticate()
      const { projectid, text, remove, base } = await validate()
      const sent = { projectId: await targetProject(connection, services, user, projectid), text, remove }
      const applied: AppliedStudy[] = []
      await alter(async (tx) => {
        const study = await applyStudy(tx, services, user, { sent, base: base ?? null })
        applied.push(study)
        addDetails({ projectid: sent.projectId, ...numbersOf(study) })
      })
      const [study] = applied
      if (study) return study
      // A repetition of an applied request.
      return { ...(await planStudy(connection, services, user, { sent, signal: limit.signal })), undo: null }
    },
  )
}

/** A project as a file, which names the present release in its first line. */
async function withRelease(connection: Connection, services: StudyServices, text: string): Promise<string> {
  const release = await presentRelease(connection, services)
  return release === null || text === '' ? text : `${printRelease(release)}\n\n${text}`
}

async function writeStudy(connection: Connection, services: StudyServices, user: User, projectId: number) {
  const state = await readState(connection, services, user, projectId)
  const objects = savedObjects(state, await createStudyLookup(connection, services, state), projectId)
  return { text: studyText(objects), base: baseOf(objects) }
}

interface Applying {
  readonly sent: StudySent
  readonly base: string | null
}

/** Makes the changes of a study file in a transaction; refuses a file with an error. */
async function applyStudy(
  tx: Connection,
  services: StudyServices,
  user: User,
  { sent, base }: Applying,
): Promise<AppliedStudy> {
  const diff = await diffStudy(tx, services, user, sent)
  if (base !== null && base !== diff.base) throw conflict('The project has changed since the plan. Plan again.')
  const [problem] = diff.problems
  if (problem) throw meaningless(atLine(problem.line ?? null, problem.message), 'text')
  if (diff.objects.every(({ change }) => change === 'keep')) return { ...presentPlan(diff), undo: null }
  const changes = await executeStudy(tx, services, diff).catch((error: unknown) => {
    if (!(error instanceof DeclarationRefusal)) throw error
    throw new Refusal(error.status, atLine(error.line, error.message), error)
  })
  const after = await writeStudy(tx, services, user, sent.projectId)
  const text = await withRelease(tx, services, diff.text)
  return { ...presentPlan(diff, changes), undo: { text, base: after.base } }
}

function atLine(line: number | null, message: string): string {
  return line === null ? message : `Line ${line}: ${message}`
}

/** How many objects each kind of change has, for the audit log. */
function numbersOf({ changes }: AppliedStudy): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = {}
  for (const { change } of changes) if (change !== 'keep') numbers[change] = (numbers[change] ?? 0) + 1
  return numbers
}
