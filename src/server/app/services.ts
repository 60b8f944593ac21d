import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import type { CohortServices } from '#server/modules/cohorts/routes.ts'
import type { RulesServices } from '#server/modules/cohorts/rules-routes.ts'
import type { CustomVariableServices } from '#server/modules/custom-variables/routes.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import type { HealthServices } from '#server/modules/health/routes.ts'
import type { ImportServices } from '#server/modules/imports/routes.ts'

export interface Services
  extends
    AccountServices,
    CatalogServices,
    CohortServices,
    CustomVariableServices,
    DownloadServices,
    HealthServices,
    ImportServices,
    RulesServices {}
