import {
  constructCopy,
  constructDelete,
  constructEdit,
  constructInfo,
  constructList,
  constructNew,
} from '#contract/custom-variables.ts'
import { routeNotOffered, type Api } from '#server/http/route-for.ts'

export function customVariableRoutes(api: Api): void {
  routeNotOffered(api, constructList)
  routeNotOffered(api, constructInfo)
  routeNotOffered(api, constructNew)
  routeNotOffered(api, constructEdit)
  routeNotOffered(api, constructCopy)
  routeNotOffered(api, constructDelete)
}
