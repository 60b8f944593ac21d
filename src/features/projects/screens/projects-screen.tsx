import { useAtomValue } from 'jotai'
import { failureOf } from '#api/result.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Project } from '#contract/shapes/entities.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { PROJECT_NAME } from '#domain/text/names.ts'
import { projectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables/custom-variables.ts'
import { currentProjectIdAtom, projectName, projectsAtom } from '#entities/projects/projects.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { projectVariableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { editProject } from '#features/projects/use-cases.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { ListGrid } from '#workspace/lists/list-grid.tsx'
import styles from '#features/projects/screens/projects.module.css'
import stack from '#ui/stack.module.css'

/** All of the user's projects; one of them is current. */
export default function ProjectsScreen() {
  const projects = useAtomValue(projectsAtom)
  const current = useAtomValue(currentProjectIdAtom).data
  const services = useServices()
  return (
    <div className={stack['listed']}>
      <CommandButton id="project.new" args={{}} />
      <Loaded resource={projects} skeleton={<Skeleton shape="rows" />}>
        {(all) => (
          <ListGrid
            label="Projects"
            columns={columnsFor(current)}
            rows={all}
            wordsOf={({ name, description }) => `${name} ${description}`}
            rowKey={(project) => String(project.projectId)}
            onRename={({ projectId, name, description, version }) => ({
              name,
              rule: PROJECT_NAME,
              save: async (typed) =>
                failureOf(await editProject(services, projectId, { name: typed, description }, version)),
            })}
            invocation={(project) => ({ id: 'project.show', args: { projectId: project.projectId } })}
          />
        )}
      </Loaded>
    </div>
  )
}

function columnsFor(current: number | undefined): readonly Column<Project>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sortValue: projectName,
      cell: (project) => (
        <CommandLink id="project.show" args={{ projectId: project.projectId }} isInGrid>
          {projectName(project)}
        </CommandLink>
      ),
    },
    { key: 'description', header: 'Description', isMinor: true, cell: (project) => project.description },
    {
      key: 'contents',
      header: 'Contents',
      isMinor: true,
      cell: (project) => <ContentCounts projectId={project.projectId} />,
    },
    {
      key: 'current',
      header: 'Current',
      cell: (project) =>
        project.projectId === current ? (
          'Current project'
        ) : (
          <CommandButton id="project.work-on" args={{ projectId: project.projectId }} size="small" />
        ),
    },
  ]
}

function ContentCounts({ projectId }: { projectId: number }) {
  const cohorts = useAtomValue(projectCohortsAtom(projectId)).data
  const sets = useAtomValue(projectVariableSetsAtom(projectId)).data
  const variables = useAtomValue(customVariablesAtom(projectId)).data
  const words = [
    ...(cohorts ? [countOf(cohorts.filter(({ cohortId }) => cohortId !== ROOT_COHORT_ID).length, 'cohort')] : []),
    ...(sets ? [countOf(sets.length, 'set')] : []),
    ...(variables ? [countOf(variables.length, 'custom variable')] : []),
  ]
  return <span className={styles['contents']}>{words.join(', ')}</span>
}
