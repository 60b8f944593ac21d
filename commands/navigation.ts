import { route } from '#command-kit/declaration.ts'

export const navigationCommands = {
  'dashboard.show': route<'dashboard.show'>({
    path: '/',
    screen: () => import('#features/dashboard/screens/dashboard-screen.tsx'),
    title: 'Dashboard',
    section: 'Go to',
    keywords: ['home', 'start'],
    help: 'The figures of the database and the six tasks.',
    keys: [{ seq: 'g d', scope: 'global' }],
    places: [{ at: 'header', order: 0 }],
    toTarget: () => ({}),
    fromTarget: () => ({}),
    examples: [{}],
  }),
}
