import type { CommandContext } from '#command-kit/context.ts'
import { action, route } from '#command-kit/declaration.ts'
import { savedCohortIn } from '#commands/definitions.ts'
import { isOffered } from '#contract/endpoint.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'cohort.rerun': { cohortId?: number }
    'releases.show': Nothing
  }
}

const visible = ({ capabilities }: CommandContext) => isOffered({ capability: 'releases' }, capabilities)

export const releaseCommands = {
  'releases.show': route<'releases.show'>({
    path: '/releases',
    screen: () => import('#features/releases/screens/releases-screen.tsx'),
    chapter: 'releases',
    title: 'Data releases',
    section: 'Go to',
    keywords: ['version', 'history', 'import', 'changed', 'hash'],
    help: 'Shows the releases of the research data.',
    keys: [{ seq: 'g r', scope: 'global' }],
    visible,
    toTarget: () => ({}),
    fromTarget: () => ({}),
  }),
  'cohort.rerun': action<'cohort.rerun'>({
    title: 'Re-run here',
    section: 'Cohorts',
    keywords: ['again', 'release', 'today', 'stale', 'update', 'replay'],
    help: 'Runs the cohort in this pane again on the present data, with the cohorts that it is built on.',
    places: [{ location: 'thing-menu', order: 23 }],
    visible,
    available: (context) => savedCohortIn(context) !== null || { because: 'There is no saved cohort in this pane.' },
    run: async (context, args) => {
      const cohortId = args.cohortId ?? savedCohortIn(context)
      if (cohortId === null) return undefined
      const { rerunCohort } = await import('#features/cohorts/rerun-cohort.ts')
      const rerun = await rerunCohort(context, cohortId)
      if (!rerun.ok) return rerun
      await context.run({ id: 'cohort.show', args: { cohortId: rerun.value } })
      return undefined
    },
    success: 'Run again on the present data.',
  }),
}
