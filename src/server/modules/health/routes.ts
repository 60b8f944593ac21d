import { isOffered } from '#contract/endpoint.ts'
import { health } from '#contract/service.ts'
import type { HealthCheck } from '#server/platform/db/health-check.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Api } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'

export interface HealthServices extends HttpServices {
  readonly isHealthy: HealthCheck
}

/** Open to anonymous requests and without a pooled connection, so an exhausted pool does not fail the health check. */
export function healthRoutes({ app, services, mounted }: Api<HealthServices>): void {
  if (!isOffered(health, services.settings.capabilities)) return
  mounted.push(health)
  app.on(health.method, health.path, async (context) => {
    if (!(await services.isHealthy())) throw new Refusal(503, 'The server cannot answer at the moment.')
    return context.json({ status: 'ok' })
  })
}
