import type { Failure } from '#api/result.ts'
import { copyText } from '#command-kit/clipboard.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { sessionLog } from '#contract/study-files.ts'
import { countOf } from '#domain/numbers.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { LOG_KEY, loggedStudy } from '#features/studies/log/logged-study.ts'

const NOTHING = 'Nothing that can be written was made or changed in this project.'

/** Copies the objects of the current project that were made or changed since a moment, or in the session, as a study file. */
export async function copyLog(
  { call, project, store, toast }: Pick<CommandContext, 'call' | 'project' | 'store' | 'toast'>,
  since: string | undefined,
): Promise<Failure | void> {
  const answer = await call(sessionLog, {})
  if (!answer.ok) return answer
  // The page may be older than the copy: other windows and programs change objects, too.
  void store.get(queryClientAtom).invalidateQueries({ queryKey: [LOG_KEY] })
  if (project === null) return undefined
  const entries = answer.value.data.filter(({ at }) => since === undefined || at >= since)
  const { text, declarations, elsewhere } = loggedStudy(entries, project.projectId)
  const left = elsewhere === 0 ? '' : ` ${countOf(elsewhere, 'object')} of other projects left out.`
  if (declarations === 0) return toast.error(`${NOTHING}${left}`)
  await copyText(text)
  toast.success(`Copied ${countOf(declarations, 'declaration')}.${left}`)
}
