/** What this server offers beyond the calls of the specification. */
export const CAPABILITIES = [
  'split',
  'totals',
  'project-scope',
  'construct-preview',
  'distribution',
  'facets',
  'nearest',
  'sketches',
  'same-question',
  'edits',
  'overlap',
  'usage',
  'pedigrees',
  'fam',
  'bundle',
  'dictionary',
  'download-queue',
  'escape-formulas',
  'preview-pages',
  'import',
  'audit',
  'own-account',
  'second-factor',
  'change-keys',
  'openapi',
  'health',
] as const

export type Capability = (typeof CAPABILITIES)[number]

/** One of those that CAPABILITIES may name. */
export function isCapability(name: string): name is Capability {
  return CAPABILITIES.some((capability) => capability === name)
}
