export const CAPABILITIES = [
  'split',
  'totals',
  'project-scope',
  'construct-preview',
  'construct-replace',
  'scores',
  'distribution',
  'number-summary',
  'plot-against',
  'facets',
  'nearest',
  'sketches',
  'same-question',
  'edits',
  'overlap',
  'describe',
  'usage',
  'trash',
  'rules',
  'rerun-dependants',
  'pedigrees',
  'fam',
  'bundle',
  'dictionary',
  'completeness',
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

export function isCapability(name: string): name is Capability {
  return CAPABILITIES.some((capability) => capability === name)
}
