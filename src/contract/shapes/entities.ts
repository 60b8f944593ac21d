import type * as against from '#contract/against.ts'
import type * as construct from '#contract/custom-variable-drafts.ts'
import type * as downloads from '#contract/downloads.ts'
import type * as pedigrees from '#contract/pedigrees.ts'
import type { ConstructDraft as ConstructDraftSent } from '#contract/shapes/construct-draft.ts'
import type * as descriptions from '#contract/shapes/shapes-of-descriptions.ts'
import type * as extensions from '#contract/shapes/shapes-of-extensions.ts'
import type * as imports from '#contract/shapes/shapes-of-imports.ts'
import type * as shapes from '#contract/shapes/shapes.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import type * as summaries from '#contract/summaries.ts'
import type * as variables from '#contract/variables.ts'

/** The contract's shapes with camelCase names. */

export type Cohort = Named<shapes.Cohort>
export type Constraint = Named<shapes.Constraint>
export type Construct = Named<shapes.Construct>
export type Contributor = Named<shapes.Contributor>
export type CountRow = Named<shapes.CountRow>
export type Definition = Named<shapes.Definition>
export type PedigreeRow = Named<shapes.PedigreeRow>
export type Project = Named<shapes.Project>
export type Split = Named<shapes.Split>
export type Totals = Named<shapes.Totals>
export type User = Named<shapes.User>
export type Variable = Named<shapes.Variable>
export type VariableHit = Named<shapes.VariableHit>
export type VariableSet = Named<shapes.VariableSet>
export type ConstructPreview = Named<construct.ConstructPreview>
export type DistributionOfCohort = Named<extensions.DistributionOfCohort>
export type DescribedVariable = Named<descriptions.DescribedVariable>
export type Group = Named<descriptions.Group>
export type GroupOverlap = Named<descriptions.GroupOverlap>
export type Overall = Named<descriptions.Overall>
export type Overlap = Named<extensions.Overlap>
export type SummaryOfCohort = Named<summaries.SummaryOfCohort>
export type PlotAxis = Named<against.PlotAxis>
export type TwoVariables = Named<against.TwoVariables>
export type SimilarVariable = Named<extensions.SimilarVariable>
export type Sketch = Named<extensions.Sketch>
export type Use = Named<extensions.Use>
export type VariableEdit = Named<extensions.VariableEdit>
export type ImportedVariable = Named<imports.ImportedVariable>
export type ImportProblem = Named<imports.ImportProblem>
export type ImportProgress = Named<imports.ImportProgress>
export type ImportReport = Named<imports.ImportReport>
export type ConstructDraft = Named<ConstructDraftSent>
export type PedigreeDrawing = Named<pedigrees.PedigreeDrawing>
export type PedigreeMember = Named<pedigrees.PedigreeMember>
export type SearchFilter = Named<variables.SearchFilter>
export type SearchReading = Named<variables.SearchReading>
export type DownloadCompleteness = Named<downloads.DownloadCompleteness>
export type DownloadPreview = Named<downloads.DownloadPreview>
