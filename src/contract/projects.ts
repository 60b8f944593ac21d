import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Project } from '#contract/shapes/shapes.ts'
import { descriptionSent, id, listNamed, nameSent, optionalId, versionSent } from '#contract/shapes/values.ts'
import {
  UNABLE_TO_DELETE_PROJECT,
  UNABLE_TO_GET_PROJECTS,
  UNABLE_TO_SAVE_PROJECT,
  unableToChangeProject,
  unableToGetProject,
} from '#domain/messages.ts'

export const projectInfo = endpoint({
  method: 'GET',
  path: '/project/info',
  summary: 'One’s projects, or one of them.',
  input: v.object({ projectid: optionalId }),
  answer: listNamed('projects', Project),
  failure: ({ projectid }) => (projectid ? unableToGetProject(projectid) : UNABLE_TO_GET_PROJECTS),
})

export const projectNew = endpoint({
  method: 'POST',
  path: '/project/new',
  summary: 'Makes a project, which becomes the current one.',
  audit: 'Create a project',
  changes: 'once',
  input: v.object({ name: v.nullish(nameSent, ''), description: v.nullish(descriptionSent, '') }),
  answer: v.object({ new_project_id: id }),
  failure: () => UNABLE_TO_SAVE_PROJECT,
})

export const projectEdit = endpoint({
  method: 'POST',
  path: '/project/edit',
  summary: 'Changes a project’s name and description.',
  audit: 'Change a project',
  changes: 'again',
  input: v.object({ id, name: v.nullish(nameSent), description: v.nullish(descriptionSent), version: versionSent }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_SAVE_PROJECT,
})

export const projectDelete = endpoint({
  method: 'DELETE',
  path: '/project/delete',
  summary: 'Deletes a project with all that is in it.',
  audit: 'Delete a project',
  changes: 'again',
  input: v.object({ projectid: id }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_DELETE_PROJECT,
})

export const projectCurrent = endpoint({
  method: 'GET',
  path: '/project/current',
  summary: 'Which project new things go into.',
  input: v.object({}),
  answer: v.object({ projectid: id }),
  failure: () => UNABLE_TO_GET_PROJECTS,
})

export const projectSetCurrent = endpoint({
  method: 'POST',
  path: '/project/current',
  summary: 'Works on another project from now on.',
  audit: 'Work on a project',
  changes: 'again',
  input: v.object({ projectid: id }),
  answer: v.unknown(),
  failure: ({ projectid }) => unableToChangeProject(projectid),
})
