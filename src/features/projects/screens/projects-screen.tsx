import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Project } from '#contract/shapes.ts'
import { Loaded } from '#entities/loaded.tsx'
import { currentProjectIdAtom, projectName, projectsAtom } from '#entities/projects.ts'
import { ContentCounts } from '#features/projects/parts/content-counts.tsx'
import type { Column } from '#ui/data-table.tsx'
import stack from '#ui/stack.module.css'
import { ListGrid } from '#workspace/list-grid.tsx'

/** All of the user's projects; one of them is current. */
export default function ProjectsScreen() {
  const projects = useAtomValue(projectsAtom)
  const current = useAtomValue(currentProjectIdAtom).data
  return (
    <div className={stack['screen']}>
      <div className={stack['row']}>
        <CommandButton id="project.new" args={{}} />
      </div>
      <Loaded resource={projects}>
        {(all) => (
          <ListGrid
            label="Projects"
            columns={columnsFor(current)}
            rows={all}
            rowKey={(project) => String(project.projectid)}
            invocation={(project) => ({ id: 'project.show', args: { projectId: project.projectid } })}
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
        <CommandLink id="project.show" args={{ projectId: project.projectid }} isInGrid>
          {projectName(project)}
        </CommandLink>
      ),
    },
    { key: 'description', header: 'Description', isMinor: true, cell: (project) => project.description },
    {
      key: 'contents',
      header: 'Contents',
      isMinor: true,
      cell: (project) => <ContentCounts projectId={project.projectid} />,
    },
    {
      key: 'current',
      header: 'Current',
      cell: (project) =>
        project.projectid === current ? (
          'Current project'
        ) : (
          <CommandButton id="project.work-on" args={{ projectId: project.projectid }} size="small" />
        ),
    },
  ]
}
