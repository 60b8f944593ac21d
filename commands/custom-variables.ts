import { route } from '#command-kit/declaration.ts'

export const customVariableCommands = {
  'custom-variables.show': route<'custom-variables.show'>({
    path: '/clinical-constructs/all',
    screen: () => import('#features/custom-variables/screens/custom-variables-screen.tsx'),
    title: 'Custom Variables',
    section: 'Custom variables',
    keywords: ['constructs', 'downcode', 'combine', 'derived', 'list'],
    help: 'The variables that you derived from others, in this project.',
    keys: [{ seq: 'g x', scope: 'global' }],
    places: [
      { at: 'header', order: 2 },
      { at: 'dashboard', order: 2 },
    ],
    toTarget: () => ({}),
    fromTarget: () => ({}),
    examples: [{}],
  }),
}
