import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import type { Project } from '#contract/shapes.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { unableToGetProject } from '#domain/messages.ts'
import { PROJECT_NAME } from '#domain/names.ts'
import { ChangeAndDelete } from '#entities/change-and-delete.tsx'
import { Loaded } from '#entities/loaded.tsx'
import { currentProjectIdAtom, projectsAtom } from '#entities/projects.ts'
import { useServices } from '#entities/services.ts'
import { contentWordsAtom } from '#features/projects/content-words.ts'
import { ProjectContents } from '#features/projects/parts/project-contents.tsx'
import { deleteProject, editProject } from '#features/projects/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** A project, and what is in it. */
export default function ProjectScreen() {
  const id = useParams()['id'] ?? ''
  const projects = useAtomValue(projectsAtom)
  return (
    <Loaded resource={projects}>
      {(all) => {
        const project = all.find(({ projectid }) => String(projectid) === id)
        return project ? <ProjectDetail project={project} /> : <UnknownProject id={id} />
      }}
    </Loaded>
  )
}

function UnknownProject({ id }: { id: string }) {
  usePaneTitle('Project')
  return (
    <Notice tone="error" title={unableToGetProject(id)} actions={<CommandLink id="projects.show" args={{}} />}>
      It may have been deleted, or it is somebody else’s.
    </Notice>
  )
}

function ProjectDetail({ project }: { project: Project }) {
  usePaneTitle(project.name || `Project ${project.projectid}`)
  const services = useServices()
  const run = useRunCommand()
  const contents = useAtomValue(contentWordsAtom(project.projectid))
  const isCurrent = useAtomValue(currentProjectIdAtom).data === project.projectid
  return (
    <div className={stack['screen']}>
      <section className={stack['section']}>
        {project.description !== '' && <p>{project.description}</p>}
        <div className={stack['row']}>
          {isCurrent ? (
            <strong>Current project</strong>
          ) : (
            <CommandButton id="project.work-on" args={{ projectId: project.projectid }} />
          )}
          {project.projectid !== ROOT_PROJECT_ID && (
            <ChangeAndDelete
              entity="Project"
              name={project.name}
              description={project.description}
              rule={PROJECT_NAME}
              usageOf={{ projectid: project.projectid }}
              goesWithIt={contents}
              onSave={(naming) => editProject(services, project.projectid, naming)}
              onDelete={() => deleteProject(services, project.projectid)}
              onDeleted={() => void run({ id: 'projects.show', args: {} })}
            />
          )}
        </div>
      </section>
      <ProjectContents projectId={project.projectid} />
    </div>
  )
}
