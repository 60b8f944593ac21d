/**
 * What a back end offers beyond the specification: groups, by what a user gets, and the parts of each. A back end
 * announces groups, or the names of single parts if it has a part of a group; no group has the name of a part.
 */
export const CAPABILITY_GROUPS = {
  /** Search of variables with facets and suggestions, pictures of answers, dictionaries. */
  catalog: ['facets', 'nearest', 'sketches', 'same-question', 'dictionary'],
  /** Counts by access and by family, distributions, summaries, plots, overlap, Table 1. */
  statistics: ['split', 'totals', 'distribution', 'number-summary', 'plot-against', 'overlap', 'describe'],
  /** Cohorts by rules. */
  'cohort-rules': ['rules', 'rule-relations', 'rule-strata', 'rule-steps', 'rule-versions', 'expressions'],
  /** Scores, live counts in the builders, and edits of a saved definition. */
  'custom-variables': ['scores', 'construct-preview', 'construct-replace'],
  /** Pedigrees to draw, and their files. */
  families: ['pedigrees', 'fam', 'phenopackets'],
  /** Bundles, forms of the CSV, earlier files, completeness, the position in the queue, pages of the preview. */
  downloads: [
    'bundle',
    'completeness',
    'csv-forms',
    'download-files',
    'download-queue',
    'escape-formulas',
    'preview-pages',
  ],
  /** Versions, trash and dependants of saved objects, their exchange and study files, data releases, saves without repetition. */
  'saved-objects': [
    'project-scope',
    'usage',
    'rerun-dependants',
    'trash',
    'history',
    'releases',
    'exchange',
    'study-files',
    'change-keys',
  ],
  /** Own sessions and password, second factor, access tokens. */
  accounts: ['own-account', 'second-factor', 'tokens'],
  /** Imports, catalog edits, the audit log, the health check and the description of the API. */
  administration: ['import', 'edits', 'audit', 'health', 'openapi'],
} as const

type Group = keyof typeof CAPABILITY_GROUPS
export type Capability = (typeof CAPABILITY_GROUPS)[Group][number]

const GROUPS: readonly (readonly [string, readonly Capability[]])[] = Object.entries(CAPABILITY_GROUPS)

export const CAPABILITIES: readonly Capability[] = GROUPS.flatMap(([, parts]) => parts)

/** The parts that names of groups and of parts stand for; unknown names, as of later versions, stand for none. */
export function partsOfCapabilities(names: readonly string[]): Capability[] {
  return GROUPS.flatMap(([group, parts]) =>
    names.includes(group) ? parts : parts.filter((part) => names.includes(part)),
  )
}

/** The shortest names for these parts: whole groups by their name. */
export function namesOfCapabilities(capabilities: readonly Capability[]): string[] {
  return GROUPS.flatMap(([group, parts]) => {
    const present = parts.filter((part) => capabilities.includes(part))
    return present.length === parts.length ? [group] : present
  })
}

/** Whether this is the name of a group or of a part. */
export function isCapabilityName(name: string): boolean {
  return partsOfCapabilities([name]).length > 0
}
