import { health } from '#contract/health.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { HealthCheck } from '#server/platform/db/health-check.ts'
import type { Api } from '#server/platform/http/route-for.ts'

/** Services of the health check. */
export interface HealthServices extends HttpServices {
  readonly isHealthy: HealthCheck
}

/** Open to everyone, and without a connection of the pool: a server that has none left still answers it. */
export function healthRoutes({ app, services, mounted }: Api<HealthServices>): void {
  mounted.push(health)
  app.on(health.method, health.path, async (context) => {
    if (!(await services.isHealthy())) throw new Refusal(503, 'The server cannot answer at the moment.')
    return context.json({ status: 'ok' })
  })
}
