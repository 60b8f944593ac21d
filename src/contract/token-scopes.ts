import { variableAgainst } from '#contract/against.ts'
import {
  cohortDelete,
  cohortEdit,
  cohortInfo,
  cohortNew,
  cohortOverlap,
  cohortPreview,
  cohortSummary,
} from '#contract/cohorts.ts'
import { constructNew, constructPreview, constructReplace } from '#contract/custom-variable-drafts.ts'
import {
  constructCopy,
  constructDelete,
  constructEdit,
  constructInfo,
  constructList,
} from '#contract/custom-variables.ts'
import { constructDependants, rulesDependants } from '#contract/dependants.ts'
import { cohortDescribe, cohortGroups } from '#contract/describing.ts'
import {
  download,
  downloadBundle,
  downloadCompleteness,
  downloadNew,
  downloadPreview,
  downloadQueue,
  downloadStream,
  downloadSyntax,
  fileAgain,
  fileInfo,
  filesInfo,
  variableDictionary,
} from '#contract/downloads.ts'
import { expressionRules } from '#contract/expressions.ts'
import { historyInfo, historyRestore } from '#contract/history.ts'
import { cohortFam, cohortPedigrees, cohortPhenopackets } from '#contract/pedigrees.ts'
import {
  projectCurrent,
  projectDelete,
  projectEdit,
  projectInfo,
  projectNew,
  projectSetCurrent,
} from '#contract/projects.ts'
import { cohortRerun, cohortToday, definitionToday, releasesInfo } from '#contract/releases.ts'
import { rulesInfo, rulesNew, rulesPreview, rulesReplace } from '#contract/rules.ts'
import { usage } from '#contract/service.ts'
import { userinfo } from '#contract/session.ts'
import { studyApply, studyInfo, studyPlan } from '#contract/study-files.ts'
import { variableSummary } from '#contract/summaries.ts'
import { trashInfo, trashRestore } from '#contract/trash.ts'
import { variableSetDelete, variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import {
  variableDistribution,
  variableEdit,
  variableLookup,
  variableSearch,
  variableSimilar,
  variableSketches,
} from '#contract/variables.ts'
import { TOKEN_SCOPES, type TokenScope } from '#domain/token-scopes.ts'

interface Named {
  readonly method: string
  readonly path: string
}

/** What each scope allows. An endpoint that is not here refuses access tokens. */
const ENDPOINTS: Readonly<Record<TokenScope, readonly Named[]>> = {
  catalog: [releasesInfo, variableSearch, variableLookup, variableSimilar, variableDictionary],
  counts: [
    cohortDescribe,
    cohortGroups,
    cohortInfo,
    cohortOverlap,
    cohortPreview,
    cohortSummary,
    cohortToday,
    constructDependants,
    constructInfo,
    constructList,
    constructPreview,
    definitionToday,
    expressionRules,
    downloadCompleteness,
    historyInfo,
    projectCurrent,
    projectInfo,
    rulesDependants,
    rulesInfo,
    rulesPreview,
    studyInfo,
    studyPlan,
    trashInfo,
    usage,
    variableDistribution,
    variableSetInfo,
    variableSketches,
    variableSummary,
  ],
  write: [
    cohortDelete,
    cohortEdit,
    cohortNew,
    cohortRerun,
    constructCopy,
    constructDelete,
    constructEdit,
    constructNew,
    constructReplace,
    historyRestore,
    projectDelete,
    projectEdit,
    projectNew,
    projectSetCurrent,
    rulesNew,
    rulesReplace,
    studyApply,
    trashRestore,
    variableEdit,
    variableSetDelete,
    variableSetEdit,
    variableSetNew,
  ],
  // Also drawings of pedigrees and pictures of two variables, which show single individuals.
  download: [
    cohortFam,
    cohortPedigrees,
    cohortPhenopackets,
    download,
    downloadBundle,
    downloadNew,
    downloadPreview,
    downloadQueue,
    downloadStream,
    downloadSyntax,
    fileAgain,
    fileInfo,
    filesInfo,
    variableAgainst,
  ],
}

function keyOf({ method, path }: Named): string {
  return `${method} ${path}`
}

const SCOPES_BY_ENDPOINT = new Map<string, readonly TokenScope[]>([
  [keyOf(userinfo), TOKEN_SCOPES],
  ...TOKEN_SCOPES.flatMap((scope) => ENDPOINTS[scope].map((endpoint) => [keyOf(endpoint), [scope]] as const)),
])

/** The scopes of which an access token needs one for an endpoint; none where no token will do. */
export function scopesFor(endpoint: Named): readonly TokenScope[] {
  return SCOPES_BY_ENDPOINT.get(keyOf(endpoint)) ?? []
}
