import { post, type Account, type CorpusRequest, type Scenario } from '#tests/corpus/corpus-request.ts'
import { auditedThings, audits } from '#tests/corpus/requests/audits.ts'
import { dictionaries, searches, untilCounted, variableEdits, variables } from '#tests/corpus/requests/catalog.ts'
import { oddPreviews, operatorPreviews, pedigreePreviews, subsetOf } from '#tests/corpus/requests/conditions.ts'
import { constructPreviews, customVariables } from '#tests/corpus/requests/custom-variables.ts'
import { downloads, pages } from '#tests/corpus/requests/downloads.ts'
import { everyCall } from '#tests/corpus/requests/every-call.ts'
import { imports } from '#tests/corpus/requests/imports.ts'
import { cohorts, deletions, projects, variableSets } from '#tests/corpus/requests/saved-things.ts'
import { factorRequired, secondFactors } from '#tests/corpus/requests/second-factors.ts'
import { logins, ownAccount, withoutSession, withSession } from '#tests/corpus/requests/sessions.ts'

const SMALL_COUNTS = {
  UNREADABLE_COUNTS: 'suppressed',
  MIN_CELL: '10',
  NODE_OPTIONS: `--import=${new URL('./repeated-draws.mjs', import.meta.url).href}`,
}
const VOICES = { name: 'Voices', variable: 'VOICES_EVER', constraint_type: 'EQ', constraint_value: '1' }

const start = (): CorpusRequest[] => [...logins(), untilCounted('admin')]

function savedThings(as: Account, other: Account): CorpusRequest[] {
  return [
    ...projects(as),
    ...customVariables(as, other),
    ...cohorts(as, other),
    ...variableSets(as, other),
    ...downloads(as, other),
  ]
}

/** Saves a cohort and asks for counts within it. */
function countsWithin(as: Account): CorpusRequest[] {
  return [
    post(as, '/cohort/new', subsetOf(1, VOICES), { saves: { voices: 'new_cohort_id' } }),
    ...variables(as, '<voices>'),
    ...constructPreviews(as, '<voices>'),
    post(as, '/cohort/overlap', { cohortids: [1, '<voices>'] }),
  ]
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'accounts',
    environment: {},
    requests: [
      ...withoutSession(),
      ...(await everyCall('anonymous')),
      ...start(),
      ...withSession(),
      ...(await everyCall('researcher')),
      post(
        'researcher',
        '/variable/lookup',
        { variable_names: ['SEX'] },
        { saves: { codebook: 'data.0.contributors.0.PDF_file' } },
      ),
      ...pages(),
      ...variableEdits(),
      ...ownAccount(),
    ],
  },
  { name: 'audit', environment: {}, requests: [...start(), ...secondFactors(), ...auditedThings(), ...audits()] },
  {
    name: 'all counts',
    environment: {},
    requests: [
      ...start(),
      ...operatorPreviews('researcher'),
      ...oddPreviews('researcher'),
      ...pedigreePreviews('researcher'),
      ...operatorPreviews('newcomer'),
      ...searches('researcher'),
      ...dictionaries('researcher'),
      ...countsWithin('partial'),
      ...savedThings('researcher', 'partial'),
      ...savedThings('partial', 'researcher'),
      ...deletions('partial'),
    ],
  },
  {
    name: 'small counts: conditions',
    environment: SMALL_COUNTS,
    requests: [
      ...start(),
      ...operatorPreviews('newcomer'),
      ...pedigreePreviews('newcomer'),
      ...operatorPreviews('partial'),
      ...oddPreviews('partial'),
      ...operatorPreviews('researcher').slice(0, 20),
    ],
  },
  {
    name: 'small counts: saved things',
    environment: SMALL_COUNTS,
    requests: [
      ...start(),
      ...countsWithin('newcomer'),
      ...searches('newcomer').slice(0, 20),
      ...savedThings('partial', 'newcomer'),
      ...pedigreePreviews('partial', '<low>'),
      ...deletions('partial'),
    ],
  },
  { name: 'imports', environment: {}, requests: [...start(), ...imports()] },
  {
    name: 'plain back end',
    environment: { CAPABILITIES: 'none' },
    requests: [...logins(), ...(await everyCall('admin'))],
  },
  { name: 'second factor required', environment: { REQUIRE_SECOND_FACTOR: '1' }, requests: factorRequired() },
]
