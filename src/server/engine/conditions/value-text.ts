/** A number that is whole and no longer than this is exact as an integer. */
const EXACT_INTEGER = 9_007_199_254_740_992

/** An answer as the text that is shown and downloaded, in SQL; numbers in their shortest form: 30, not 30.0. */
export function valueText(dataType: string, value: string): string {
  if (dataType !== 'numberrange') return value
  return `CASE WHEN ${value} = trunc(${value}) AND abs(${value}) < ${EXACT_INTEGER}
    THEN CAST(CAST(${value} AS BIGINT) AS TEXT) ELSE CAST(${value} AS TEXT) END`
}
