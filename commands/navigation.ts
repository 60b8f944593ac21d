import { action, route } from '#command-kit/declaration.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'dashboard.show': Nothing
    'project.show-current': Nothing
  }
}

export const navigationCommands = {
  'dashboard.show': route<'dashboard.show'>({
    path: '/',
    screen: () => import('#features/dashboard/screens/dashboard-screen.tsx'),
    chapter: 'dashboard',
    title: 'Dashboard',
    section: 'Go to',
    keywords: ['home', 'start'],
    help: 'The size of the database, and the six tasks.',
    keys: [{ seq: 'g d', scope: 'global' }],
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'project.show-current': action<'project.show-current'>({
    title: 'Current project',
    section: 'Go to',
    help: 'Shows the current project, where new things are saved.',
    keys: [{ seq: 'g .', scope: 'global' }],
    available: ({ project }) => project !== null || { because: 'The current project is not known yet.' },
    run: async ({ project, run }) => {
      if (project !== null) await run({ id: 'project.show', args: { projectId: project.projectId } })
    },
  }),
}
