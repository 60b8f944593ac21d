import { route, type RouteParams } from '#command-kit/declaration.ts'

type Sources = { variableNames?: readonly string[] }

const toTarget = ({ variableNames }: Sources) => ({ query: { variables: variableNames?.join(',') } })

function fromTarget(_params: RouteParams, query: URLSearchParams): Sources {
  const variableNames = (query.get('variables') ?? '').split(',').filter(Boolean)
  return variableNames.length > 0 ? { variableNames } : {}
}

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
  'custom-variable.new-downcode': route<'custom-variable.new-downcode'>({
    path: '/clinical-constructs/downcode',
    up: 'custom-variables.show',
    screen: () => import('#features/custom-variables/screens/downcode-screen.tsx'),
    title: 'New Downcode',
    section: 'Custom variables',
    keywords: ['recode', 'derive', 'create', 'construct'],
    help: 'Turn the answers to one variable into fewer, plainer values.',
    keys: [{ seq: 'n d', scope: 'global' }],
    toTarget,
    fromTarget,
    examples: [{}, { variableNames: ['AGE_ONSET'] }],
  }),
  'custom-variable.new-two': route<'custom-variable.new-two'>({
    path: '/clinical-constructs/two-vars',
    up: 'custom-variables.show',
    screen: () => import('#features/custom-variables/screens/two-vars-screen.tsx'),
    title: 'New Combine: Two Variables',
    section: 'Custom variables',
    keywords: ['merge', 'cross', 'table', 'derive', 'create', 'construct'],
    help: 'Give every combination of two variables’ answers a value.',
    keys: [{ seq: 'n t', scope: 'global' }],
    toTarget,
    fromTarget,
    examples: [{}, { variableNames: ['SEX', 'SMOKES'] }],
  }),
  'custom-variable.new-many': route<'custom-variable.new-many'>({
    path: '/clinical-constructs/multi',
    up: 'custom-variables.show',
    screen: () => import('#features/custom-variables/screens/multi-screen.tsx'),
    title: 'New Combine: Many Variables',
    section: 'Custom variables',
    keywords: ['multiple', 'derive', 'create', 'construct'],
    help: 'Define each value by conditions on any number of variables.',
    keys: [{ seq: 'n m', scope: 'global' }],
    toTarget,
    fromTarget,
    examples: [{}, { variableNames: ['SEX', 'AGE_ONSET', 'SMOKES'] }],
  }),
}
