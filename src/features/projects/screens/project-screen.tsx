import { useAtomValue, atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useRef, useState } from 'react'
import { type Failure, failureOf } from '#api/result.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { Project } from '#contract/shapes/entities.ts'
import { ROOT_PROJECT_ID, ROOT_COHORT_ID } from '#domain/limits.ts'
import { UNABLE_TO_UPDATE_PAGE, unableToGetProject } from '#domain/messages.ts'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { PROJECT_NAME } from '#domain/text/names.ts'
import { projectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables/custom-variables.ts'
import { NamingDialog, DeleteDialog } from '#entities/dialogs/naming-dialog.tsx'
import { currentProjectIdAtom, projectName, projectsAtom } from '#entities/projects/projects.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { projectVariableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { ProjectContents } from '#features/projects/project-contents.tsx'
import { deleteProject, editProject, readNaming } from '#features/projects/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DetailPage, ObjectBar } from '#workspace/detail/detail-page.tsx'
import { useEditAction } from '#workspace/detail/edit-action.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneFailure } from '#workspace/panes/pane-atoms.ts'
import { useRename } from '#workspace/panes/rename.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

export default function ProjectScreen({ args: { projectId } }: ScreenProps<{ readonly projectId: number }>) {
  const projects = useAtomValue(projectsAtom)
  // Whether it is current decides about a line and a button above its contents.
  const isCurrentKnown = !useAtomValue(currentProjectIdAtom).isPending
  return (
    <Loaded
      resource={isCurrentKnown ? projects : { ...projects, data: undefined }}
      failure={unableToGetProject(projectId)}
      skeleton={<Skeleton shape="page" />}
    >
      {(all) => {
        const project = all.find((project) => project.projectId === projectId)
        return project ? <ProjectDetail project={project} /> : <UnknownProject id={String(projectId)} />
      }}
    </Loaded>
  )
}

function ProjectDetail({ project }: { project: Project }) {
  const { projectId } = project
  const name = projectName(project)
  const services = useServices()
  const showNext = useNextScreen()
  const contents = useAtomValue(contentWordsAtom(projectId))
  const isCurrent = useAtomValue(currentProjectIdAtom).data === projectId
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const showFailure = usePaneFailure()
  const defaultNotCurrent = useRef<Failure | null>(null)
  useEditAction(() => setOpen('edit'))
  usePaneActions({
    'form.delete': {
      available: projectId !== ROOT_PROJECT_ID || { because: 'The default project cannot be deleted.' },
      run: () => setOpen('delete'),
    },
  })
  const save = async (naming: { name: string; description: string }, version: string | null) => {
    const saved = await editProject(services, projectId, naming, version)
    if (saved.ok && !saved.value.isPageCurrent) showFailure(UNABLE_TO_UPDATE_PAGE)
    return saved
  }
  useRename({
    name: project.name,
    rule: PROJECT_NAME,
    save: async (typed) => failureOf(await save({ name: typed, description: project.description }, project.version)),
  })
  const leave = async (outcome: string | null) => {
    await showNext({ id: 'projects.show', args: {} }, outcome)
    if (defaultNotCurrent.current !== null) showFailure(defaultNotCurrent.current.message)
  }
  const remove = async () => {
    const deleted = await deleteProject(services, projectId, isCurrent)
    defaultNotCurrent.current = deleted.ok ? deleted.value.defaultNotCurrent : null
    return deleted
  }

  return (
    <DetailPage bar={<ProjectBar project={project} isCurrent={isCurrent} />}>
      <ProjectContents projectId={projectId} isCurrent={isCurrent} />
      <NamingDialog
        isOpen={open === 'edit'}
        onClose={close}
        title="Edit Project"
        naming={project}
        rule={PROJECT_NAME}
        onSave={save}
        readNow={() => readNaming(services, projectId)}
      />
      <DeleteDialog
        isOpen={open === 'delete'}
        onClose={close}
        entity="Project"
        name={name}
        usageOf={{ projectId }}
        goesWithIt={contents}
        onDelete={remove}
        onDeleted={(outcome) => void leave(outcome)}
      />
    </DetailPage>
  )
}

/** The size, the description and the commands of a project. */
function ProjectBar({ project: { projectId, description }, isCurrent }: { project: Project; isCurrent: boolean }) {
  const { data: all, isPending } = useAtomValue(projectCohortsAtom(projectId))
  const cohorts = all?.filter(({ cohortId }) => cohortId !== ROOT_COHORT_ID)
  const sets = useAtomValue(projectVariableSetsAtom(projectId)).data
  const variables = useAtomValue(customVariablesAtom(projectId)).data
  const others = [
    sets && countOf(sets.length, 'variable set'),
    variables && countOf(variables.length, 'custom variable'),
  ]
  return (
    <ObjectBar
      fact={cohorts ? formatCount(cohorts.length) : isPending ? '…' : '–'}
      // Words that are there before the number would move.
      unit={isPending ? '\u00a0' : [wordFor(cohorts?.length ?? 0, 'cohort'), ...others].filter(Boolean).join(', ')}
      definition={
        <>
          {description !== '' && <p>{description}</p>}
          {isCurrent && <strong>Current project</strong>}
        </>
      }
      primary={isCurrent ? null : { id: 'project.work-on', args: { projectId }, label: 'Work on Project' }}
      secondary={[{ id: 'form.edit', args: {} }]}
      more={[
        { id: 'form.rename', args: {} },
        { id: 'form.delete', args: {} },
      ]}
    />
  )
}

/** A project's contents, one line each: the delete dialog lists them. */
const contentWordsAtom = atomFamily((projectId: number) =>
  atom((get): readonly string[] => {
    const cohorts = get(projectCohortsAtom(projectId)).data ?? []
    const sets = get(projectVariableSetsAtom(projectId)).data ?? []
    const variables = get(customVariablesAtom(projectId)).data ?? []
    return [
      ...cohorts.filter(({ cohortId }) => cohortId !== ROOT_COHORT_ID).map(({ name }) => `Cohort: ${name}`),
      ...sets.map(({ name }) => `Variable set: ${name}`),
      ...variables.map(({ variableName: name }) => `Custom variable: ${name}`),
    ]
  }),
)

export function UnknownProject({ id }: { id: string }) {
  return (
    <Notice tone="error" title={unableToGetProject(id)} actions={<CommandLink id="projects.show" args={{}} />}>
      It may have been deleted, or it belongs to another user.
    </Notice>
  )
}
