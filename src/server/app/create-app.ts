import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { importFile } from '#contract/imports.ts'
import { login } from '#contract/session.ts'
import { studyApply, studyPlan } from '#contract/study-files.ts'
import {
  API_PREFIX,
  IMPORT_PIECE_BYTES,
  LOGIN_BYTES_MAX,
  SAME_QUESTION_SCORE,
  STUDY_BYTES_MAX,
} from '#domain/limits.ts'
import { readAhead } from '#server/app/read-ahead.ts'
import { createStreamFile } from '#server/app/stream-file.ts'
import { createDisclosureControl } from '#server/disclosure/guard/disclosure-control.ts'
import { createDescribeCohort } from '#server/disclosure/reader-counts.ts'
import { createSketches } from '#server/disclosure/suppressed/sparklines.ts'
import { createBitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { createRuleEngine } from '#server/engine/bitmaps/rule-engine.ts'
import { createAnsweredInCohort } from '#server/engine/counts/answered-in-cohort.ts'
import { createCoverage } from '#server/engine/counts/coverage.ts'
import { createObservations } from '#server/engine/counts/observations.ts'
import { readStatistics } from '#server/engine/counts/statistics.ts'
import { createTopAnswers } from '#server/engine/counts/top-answers.ts'
import { createCountAnswers } from '#server/engine/sources/count-answers.ts'
import { createAccessTokens } from '#server/modules/accounts/access-tokens.ts'
import { accountRoutes, secondFactorRoutes } from '#server/modules/accounts/account-routes.ts'
import { createPasswordCheck } from '#server/modules/accounts/check-password.ts'
import { createLoginThrottle, awaitPasswordSlot } from '#server/modules/accounts/login-throttle.ts'
import { createPasswordQueue } from '#server/modules/accounts/password-queue.ts'
import { createSecondFactors } from '#server/modules/accounts/second-factors.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { sessionRoutes, presentVersions } from '#server/modules/accounts/session-routes.ts'
import { signedIn } from '#server/modules/accounts/signed-in.ts'
import { tokenRoutes } from '#server/modules/accounts/token-routes.ts'
import { createRefusalTrail } from '#server/modules/audit/refusal-trail.ts'
import { auditRoutes } from '#server/modules/audit/routes.ts'
import { againstRoutes } from '#server/modules/catalog/against-routes.ts'
import { variableEditRoutes } from '#server/modules/catalog/edit-routes.ts'
import { variableExtensionRoutes, distributionRoutes, variableRoutes } from '#server/modules/catalog/routes.ts'
import { createSameQuestion } from '#server/modules/catalog/same-question.ts'
import { createCatalogLoader, type CatalogServices } from '#server/modules/catalog/services.ts'
import { summaryRoutes } from '#server/modules/catalog/summary-routes.ts'
import { codebookRoutes } from '#server/modules/codebooks/routes.ts'
import { cohortChangeRoutes } from '#server/modules/cohorts/change-cohorts.ts'
import { cohortDescribeRoutes } from '#server/modules/cohorts/describe-routes.ts'
import { cohortReleaseRoutes } from '#server/modules/cohorts/release-routes.ts'
import { createApplyCohortVersion } from '#server/modules/cohorts/replace-rules.ts'
import {
  createMakeCohort,
  createReplaceWithCohorts,
  type RerunServices,
} from '#server/modules/cohorts/rerun-cohorts.ts'
import { type CohortServices, cohortRoutes, cohortOverlapRoutes } from '#server/modules/cohorts/routes.ts'
import { cohortRulesRoutes } from '#server/modules/cohorts/rules-routes.ts'
import { createSavedFlow } from '#server/modules/cohorts/saved-flow.ts'
import { readForRelease } from '#server/modules/cohorts/sizes-at-release.ts'
import { customVariableExtensionRoutes } from '#server/modules/custom-variables/extension-routes.ts'
import type { ReplaceServices } from '#server/modules/custom-variables/replace-construct.ts'
import {
  createApplyConstructVersion,
  type CustomVariableServices,
  customVariableRoutes,
} from '#server/modules/custom-variables/routes.ts'
import { createMakeConstruct } from '#server/modules/custom-variables/save-construct.ts'
import { downloadFileRoutes } from '#server/modules/downloads/files/routes.ts'
import { dictionaryRoutes, downloadRoutes } from '#server/modules/downloads/routes.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { createSlots } from '#server/modules/downloads/stream/concurrency.ts'
import { type HealthServices, healthRoutes } from '#server/modules/health/routes.ts'
import { historyRoutes, type HistoryServices } from '#server/modules/history/routes.ts'
import { createImportJobs } from '#server/modules/imports/jobs/import-jobs.ts'
import { type ImportServices, importRoutes } from '#server/modules/imports/routes.ts'
import { phenopacketRoutes } from '#server/modules/pedigrees/phenopacket-routes.ts'
import { pedigreeRoutes } from '#server/modules/pedigrees/routes.ts'
import type { PedigreeServices } from '#server/modules/pedigrees/services.ts'
import {
  createApplyProjectVersion,
  projectRoutes,
  usageRoutes,
  projectChangeRoutes,
} from '#server/modules/projects/routes.ts'
import { releaseRoutes } from '#server/modules/releases/routes.ts'
import type { StudyServices } from '#server/modules/studies/lookup.ts'
import { studyRoutes } from '#server/modules/studies/routes.ts'
import { trashRoutes } from '#server/modules/trash/routes.ts'
import {
  createApplyVariableSetVersion,
  createMakeVariableSet,
  variableSetRoutes,
} from '#server/modules/variable-sets/routes.ts'
import { openApiRoutes, exchangeSchemaRoutes } from '#server/openapi/document.ts'
import { DEFAULT_SETTINGS, type Settings } from '#server/platform/configuration/settings.ts'
import { perDataVersion } from '#server/platform/db/data-version.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createHealthCheck } from '#server/platform/db/health-check.ts'
import {
  sameSiteOnly,
  noStore,
  strictTransportSecurity,
  securityHeaders,
} from '#server/platform/http/browser-security.ts'
import type { App } from '#server/platform/http/caller.ts'
import { respondToErrors } from '#server/platform/http/error-responses.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { cancelBodyOfHead, accessLog, compressedResponses } from '#server/platform/http/response-middleware.ts'
import type { Api } from '#server/platform/http/route-for.ts'
import type { Clock, Log, Random } from '#server/platform/process/runtime.ts'
import { createFairQueue } from '#server/platform/scheduling/fair-queue.ts'
import { createSessions } from '#server/store/accounts/sessions.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'
import { createUserVariables } from '#server/store/custom-variables/user-variables.ts'
import { runOnce, deleteKeys } from '#server/store/idempotency.ts'

export interface Services
  extends
    AccountServices,
    CatalogServices,
    CohortServices,
    CustomVariableServices,
    DownloadServices,
    HealthServices,
    ImportServices,
    PedigreeServices,
    RerunServices,
    ReplaceServices,
    HistoryServices,
    StudyServices {}

export interface AppOptions extends Partial<Settings> {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Given where caches are filled before the first requests; aborted when the server stops. */
  readonly readAheadUntil?: AbortSignal
}

/** Body limits in bytes where they differ from the general limit. */
const BODY_LIMITS: Readonly<Record<string, number>> = {
  [`${API_PREFIX}${importFile.path}`]: IMPORT_PIECE_BYTES,
  [`${API_PREFIX}${login.path}`]: LOGIN_BYTES_MAX,
  [`${API_PREFIX}${studyPlan.path}`]: STUDY_BYTES_MAX,
  [`${API_PREFIX}${studyApply.path}`]: STUDY_BYTES_MAX,
}

/** The API over a database. Its only state that a restart loses: counts of failed logins. */
export function createApp({ database, clock, random, log, readAheadUntil, ...overrides }: AppOptions): App {
  const settings = { ...DEFAULT_SETTINGS, ...overrides }
  const catalogLoader = createCatalogLoader()
  const countAnswers = createCountAnswers(database)
  const bitmaps = createBitmapEngine(countAnswers, settings.engineMemory)
  const statistics = perDataVersion(readStatistics)
  const coverage = createCoverage(catalogLoader.catalog)
  const sessions = createSessions(database, clock, random, settings)
  const accessTokens = createAccessTokens(database, clock, random, settings)
  const refusals = createRefusalTrail(database, log)
  const services: Services = {
    database,
    clock,
    random,
    log,
    settings,
    sessions,
    accessTokens,
    signedIn: (...request) => signedIn({ sessions, accessTokens, settings }, ...request),
    changes: { insertAuditRow, recordRefusal: refusals.record, runOnce, deleteKeys },
    checkPassword: createPasswordCheck(settings.passwordCost),
    passwordQueue: createPasswordQueue(),
    secondFactors: createSecondFactors(settings.sealKey, { clock, random, log }),
    throttle: createLoginThrottle(clock),
    downloadSlots: createSlots(settings.simultaneousDownloads),
    isHealthy: createHealthCheck(database),
    fairQueue: createFairQueue(),
    imports: createImportJobs(database, log),
    ...catalogLoader,
    variables: createUserVariables(catalogLoader.catalog),
    observations: createObservations(),
    countAnswers,
    bitmaps,
    evaluateRules: createRuleEngine(bitmaps),
    replaceWithCohorts: (...replacement) => createReplaceWithCohorts(services)(...replacement),
    applyVersion: {
      project: (...version) => createApplyProjectVersion(services)(...version),
      cohort: (...version) => createApplyCohortVersion(services)(...version),
      construct: (...version) => createApplyConstructVersion(services)(...version),
      varset: (...version) => createApplyVariableSetVersion(services)(...version),
    },
    makeObject: {
      cohort: (...object) => createMakeCohort(services)(...object),
      construct: (...object) => createMakeConstruct(services)(...object),
      varset: (...object) => createMakeVariableSet(services)(...object),
    },
    versionsOf: async (connection, variable) => {
      const similar = await services.sameQuestion(connection)
      const alike = similar(variable).filter(({ score }) => score >= SAME_QUESTION_SCORE)
      return [variable.name, ...alike.map(({ variable: other }) => other.name)]
    },
    readForRelease: (connection, ...cohorts) => readForRelease(connection, services, ...cohorts),
    describeCohort: (...cohort) => createDescribeCohort(services)(...cohort),
    streamFile: (...file) => createStreamFile(services)(...file),
    savedFlow: (...flow) => createSavedFlow(services)(...flow),
    coverage,
    answeredInCohort: createAnsweredInCohort(catalogLoader.catalog, coverage),
    sketches: createSketches(countAnswers),
    sameQuestion: perDataVersion(async (connection) =>
      createSameQuestion((await catalogLoader.catalog(connection)).variables),
    ),
    statistics,
    versions: (connection, user) => presentVersions(connection, { database, settings, statistics }, user),
    disclosure: createDisclosureControl(database, settings, random),
    topAnswers: perDataVersion(async () => createTopAnswers()),
  }

  const app: App = new Hono()
  app.use(cancelBodyOfHead)
  app.use(securityHeaders)
  app.use(strictTransportSecurity(settings))
  app.use(accessLog(log, clock))
  app.use(compressedResponses)
  app.onError(respondToErrors(log))
  app.notFound((context) => context.json({ message: 'There is nothing at this address.' }, 404))

  const calls: App = new Hono()
  calls.use(noStore)
  calls.use(sameSiteOnly(settings))
  calls.use(requireLength)
  const upTo = (maxSize: number) => bodyLimit({ maxSize, onError: () => refuseLargeBody() })
  const limit = upTo(settings.bodyLimit)
  const limits = new Map(Object.entries(BODY_LIMITS).map(([path, bytes]) => [path, upTo(bytes)]))
  calls.use((context, next) => (limits.get(context.req.path) ?? limit)(context, next))
  calls.on(login.method, login.path, awaitPasswordSlot(services))
  const api: Api<Services> = { app: calls, services, mounted: [] }
  sessionRoutes(api)
  accountRoutes(api)
  secondFactorRoutes(api)
  tokenRoutes(api)
  auditRoutes(api)
  projectRoutes(api)
  projectChangeRoutes(api)
  cohortRoutes(api)
  cohortChangeRoutes(api)
  variableRoutes(api)
  variableEditRoutes(api)
  variableExtensionRoutes(api)
  variableSetRoutes(api)
  customVariableRoutes(api)
  downloadRoutes(api)
  downloadFileRoutes(api)
  customVariableExtensionRoutes(api)
  distributionRoutes(api)
  summaryRoutes(api)
  againstRoutes(api)
  cohortOverlapRoutes(api)
  cohortDescribeRoutes(api)
  cohortRulesRoutes(api)
  usageRoutes(api)
  trashRoutes(api)
  releaseRoutes(api)
  cohortReleaseRoutes(api)
  historyRoutes(api)
  studyRoutes(api)
  dictionaryRoutes(api)
  pedigreeRoutes(api)
  phenopacketRoutes(api)
  importRoutes(api)
  healthRoutes(api)
  exchangeSchemaRoutes(api)
  openApiRoutes(api)

  app.route(API_PREFIX, calls)
  codebookRoutes({ app, services })
  if (readAheadUntil !== undefined) void readAhead(services, readAheadUntil)
  return app
}

/** Refuses a body without `Content-Length`: checking its limit would buffer it before the caller is authenticated. */
const requireLength: MiddlewareHandler = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined) {
    throw new Refusal(411, 'Send the length of the body as Content-Length.', { headers: { connection: 'close' } })
  }
  await next()
}

function refuseLargeBody(): never {
  throw new Refusal(413, 'The request is too large.', { headers: { connection: 'close' } })
}
