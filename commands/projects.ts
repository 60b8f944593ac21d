import { action, route } from '#command-kit/declaration.ts'
import { idParam, textOf } from '#commands/arguments.ts'
import { projectHeading } from '#features/projects/titles.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'projects.show': Nothing
    'project.new': Nothing
    'project.show': { projectId: number }
    'project.work-on': { projectId: number }
  }
}

export const projectCommands = {
  'projects.show': route<'projects.show'>({
    path: '/projects',
    screen: () => import('#features/projects/screens/projects-screen.tsx'),
    chapter: 'projects',
    title: 'Manage Projects',
    heading: 'Projects',
    section: 'Projects',
    keywords: ['list'],
    help: 'All your projects; one of them is current.',
    keys: [{ seq: 'g j', scope: 'global' }],
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'project.new': route<'project.new'>({
    path: '/projects/new',
    up: 'projects.show',
    screen: () => import('#features/projects/screens/project-new-screen.tsx'),
    chapter: 'project-new',
    title: 'Add a Project',
    heading: 'New Project',
    section: 'Projects',
    keywords: ['new', 'create'],
    help: 'Create a project, which becomes the current one.',
    keys: [{ seq: 'n j', scope: 'global' }],
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'project.show': route<'project.show'>({
    path: '/projects/:id',
    up: 'projects.show',
    screen: () => import('#features/projects/screens/project-screen.tsx'),
    unknown: async () => ({ default: (await import('#features/projects/screens/project-screen.tsx')).UnknownProject }),
    heading: projectHeading,
    chapter: 'project',
    title: (_context, { projectId }) => (projectId === undefined ? 'View Project' : `Project ${projectId}`),
    section: 'Projects',
    help: 'A project, and the cohorts, variable sets and custom variables in it.',
    keys: [{ seq: 'v p', scope: 'global' }],
    ask: { projectId: { kind: 'project', prompt: 'Which project?' } },
    toTarget: ({ projectId }) => ({ params: { id: textOf(projectId) } }),
    fromTarget: (params) => {
      const projectId = idParam(params)
      return projectId === undefined ? null : { projectId }
    },
    subject: ({ projectId }) => ({ kind: 'project', value: projectId }),
  }),
  'project.work-on': action<'project.work-on'>({
    title: 'Work on Project',
    section: 'Projects',
    keywords: ['switch', 'current', 'change'],
    help: 'Makes a project the current one, where new things are saved.',
    keys: [{ seq: 'w p', scope: 'global' }],
    ask: { projectId: { kind: 'project', prompt: 'Work on which project?' } },
    available: ({ project }, { projectId }) =>
      project?.projectId === projectId && projectId !== undefined ? { because: 'It is the current project.' } : true,
    run: async ({ call, store }, { projectId }) => {
      const { workOnProject } = await import('#features/projects/use-cases.ts')
      return workOnProject({ call, store }, projectId)
    },
  }),
}
