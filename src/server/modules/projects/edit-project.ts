import type * as v from 'valibot'
import type { projectEdit } from '#contract/projects.ts'
import { PROJECT_NAME } from '#domain/text/names.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { ApplyVersion } from '#server/store/history/apply-version.ts'
import { editedBy, recordEdited } from '#server/store/history/record-versions.ts'
import { projectsOf, updateProject } from '#server/store/projects/projects.ts'
import { requireUnchanged } from '#server/store/saved-objects.ts'

type Edit = v.InferOutput<typeof projectEdit.input> & { readonly restoredNo?: number }

/** Changes a project's name and description in a transaction. */
export async function editProject(
  own: Connection,
  services: HttpServices,
  { accountId }: User,
  { id, name, description, version, restoredNo }: Edit,
): Promise<void> {
  const project = (await projectsOf(own, accountId)).find(({ projectid }) => projectid === id)
  if (!project) throw notFound('project')
  const given = namedProject({ name: name ?? project.name, description: description ?? project.description })
  requireUnchanged(version, project, given)
  const recorded = { kind: 'project', id, ...editedBy(restoredNo) } as const
  await recordEdited(own, services, accountId, recorded, () =>
    updateProject(own, accountId, { projectid: id, ...given }),
  )
}

/** Applies the name and description of a version to a project. */
export function createApplyProjectVersion(services: HttpServices): ApplyVersion {
  return async (own, user, { id, definition: { name, description }, restoredNo }) => {
    await editProject(own, services, user, { id, name, description, restoredNo })
    return id
  }
}

/** A project needs a name or a description (spec section 5). */
export function namedProject({ name, description }: { readonly name: string; readonly description: string }) {
  const problem = PROJECT_NAME.problem(name)
  if (problem !== null) throw meaningless(problem, 'name')
  const given = { name: name.trim(), description: description.trim() }
  if (given.name === '' && given.description === '') throw meaningless('A name or a description is required.', 'name')
  return given
}
