/** Objects whose definitions are exported. */
export interface Exported {
  readonly cohortIds?: readonly number[]
  readonly variableSetIds?: readonly number[]
  readonly variableNames?: readonly string[]
}
